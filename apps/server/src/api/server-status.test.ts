import { expect, it } from 'vitest'
import { serverStatusRoutes, spaceIn } from './server-status.ts'

const MIB = 1024 ** 2

it.each([
  [1_000 * MIB, 300 * MIB, 'ok'],
  [1_000 * MIB, 100 * MIB, 'low'],
  [100 * MIB, 1_000 * MIB, 'low'],
  [1_000 * MIB, MIB / 2, 'full'],
  [0, 100 * MIB, 'full'],
])('spaceIn: with %i bytes free beside the keys and %i beside the tables, the disk is %s', (keys, tables, expected) => {
  expect(spaceIn(['/keys', '/tables'], (folder) => (folder === '/keys' ? keys : tables))).toBe(expected)
})

it('serverStatusRoutes: says that the disk is full while the database elsewhere refuses to store something', () => {
  const outages = { isDiskFull: true }
  const config = { publicUrl: 'https://pool.example', mail: { kind: 'files', folder: '', from: '' }, dataDir: '/' } as const
  const { serverStatus } = serverStatusRoutes({
    config,
    outages,
    disk: { folder: () => undefined },
    check: () => Promise.resolve([]),
  })
  const read = () => serverStatus().body
  expect(read()).toMatchObject({ disk: 'full' })
  outages.isDiskFull = false
  expect(read()).not.toMatchObject({ disk: 'full' })
})
