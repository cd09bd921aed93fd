import { expect, test } from 'vitest'
import { poolSettings } from './settings.ts'

const GB = 1024 ** 3

test.each([
  ['16MB', 0.25 * GB],
  ['32MB', 0.5 * GB],
  ['64MB', GB],
  ['128MB', 2 * GB],
  ['128MB', 64 * GB],
])('poolSettings gives PostgreSQL a cache of %s on a machine with %d bytes', (buffers, memory) => {
  expect(poolSettings(memory)['shared_buffers']).toBe(buffers)
})
