import { expect, it } from 'vitest'
import { useTestDatabase } from '../../tests/database.ts'
import { RecordedPool } from '../../tests/recorded-pool.ts'
import { store } from '../../tests/store.ts'
import { openPicks, pickCounts } from './pick-counts.ts'

/** Week 1 is locked, 2 and 3 are open, and nobody has picked in 4. */
function createPool(): RecordedPool {
  const pool = new RecordedPool()
  for (const id of [1, 2, 3]) pool.addEntry(pool.register(), `Entry ${id}`)
  for (const number of [1, 2, 3, 4]) pool.addWeek(2025, number)
  for (const entry of [3, 1, 2]) pool.pick(entry, 1, 'KC')
  for (const entry of [3, 1]) pool.pick(entry, 2, 'BUF')
  pool.pick(2, 3, 'SF')
  pool.lock(1)
  return pool
}

const db = useTestDatabase()

it('pickCounts counts the picks of the requested weeks; openPicks lists entries with a pick in open weeks only', async () => {
  await store(db, createPool())
  expect(Object.fromEntries(await pickCounts(db, [2]))).toEqual({ 2: 2 })
  expect(Object.fromEntries(await pickCounts(db, [1, 3, 4]))).toEqual({ 1: 3, 3: 1 })
  expect(Object.fromEntries(await pickCounts(db, []))).toEqual({})
  expect(await openPicks(db)).toEqual({ 2: [1, 3], 3: [2] })
})
