import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@outlast/testing/root'
import { expect, test } from 'vitest'
import { AREAS } from './areas.mjs'

const parts = Object.values(AREAS).flat()

test('every file that npm run mutate changes exists, so that no part of the critical code silently drops out', () => {
  const files = parts.flatMap(({ mutate = [], sql = [] }) => [...mutate, ...sql])
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
})

test('every pattern of tests that npm run mutate runs, or leaves out, matches a file', () => {
  const patterns = new Set(parts.flatMap(({ tests }) => tests).map((pattern) => pattern.replace(/^!/, '')))
  expect([...patterns].filter((pattern) => globSync(pattern, { cwd: root }).length === 0)).toEqual([])
})
