import { expect, test } from 'vitest'
import { completeLockfile, lockfileProblems } from './lockfile.mjs'

const tool = {
  version: '1.2.3',
  dev: true,
  optionalDependencies: { '@tool/linux-x64-gnu': '1.2.3', '@tool/darwin-arm64': '1.2.3' },
}
const here = { version: '1.2.3', dev: true, optional: true, os: ['linux'], cpu: ['x64'] }

test('completeLockfile adds a missing optional package for its own platform only', () => {
  const lockfile = { packages: { '': {}, 'node_modules/tool': tool, 'node_modules/@tool/linux-x64-gnu': here } }
  expect(lockfileProblems(lockfile)).toEqual(['package-lock.json lacks @tool/darwin-arm64, which node_modules/tool lists'])
  expect(completeLockfile(lockfile)).toEqual(['@tool/darwin-arm64'])
  expect(lockfileProblems(lockfile)).toEqual([])
  expect(Object.entries(lockfile.packages)).toContainEqual([
    'node_modules/@tool/darwin-arm64',
    { version: '1.2.3', os: ['darwin'], cpu: ['arm64'], dev: true, optional: true },
  ])
})

test('completeLockfile rejects an optional package whose name contains no platform', () => {
  const lockfile = { packages: { '': {}, 'node_modules/tool': { optionalDependencies: { 'some-thing': '1.0.0' } } } }
  expect(() => completeLockfile(lockfile)).toThrow('some-thing')
})

test('lockfileProblems reports packages with the address of a host', () => {
  const lockfile = {
    packages: {
      '': {},
      'node_modules/a': { resolved: 'https://registry.example/a.tgz' },
      'packages/b': { resolved: 'packages/b' },
    },
  }
  expect(lockfileProblems(lockfile)).toEqual([
    "package-lock.json names a host for node_modules/a: install with the project's .npmrc",
  ])
})
