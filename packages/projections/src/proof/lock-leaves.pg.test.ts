import { createWeekLocked, emptyPool, evolve, type Instant, type WeekId, weekId } from '@outlast/domain'
import { expect, it } from 'vitest'
import { useTestDatabase } from '../../tests/database.ts'
import { hashing, RecordedPool } from '../../tests/recorded-pool.ts'
import { type StoredPool, store } from '../../tests/store.ts'
import { lockProof } from './lock-proof.ts'

const db = useTestDatabase()

function createPool(names: readonly string[], weeks: number): RecordedPool {
  const pool = new RecordedPool()
  pool.register()
  for (const name of names) pool.addEntry(pool.register(), name)
  for (let number = 1; number <= weeks; number += 1) pool.addWeek(2025, number)
  return pool
}

/** Stores a pool and returns the leaves of a week: entries, each with the team of the pick that its leaf is about, null without one. */
async function leavesOf(pool: StoredPool, weekId: number): Promise<(readonly [number, string | null])[]> {
  await store(db, pool)
  const proof = await lockProof(db, pool.state, weekId)
  return (proof?.leaves ?? []).map(({ entry_id, team_abbr }) => [entry_id, team_abbr])
}

const missedIn = (pool: RecordedPool, weekId: number) =>
  [...pool.state.entries.values()].flatMap(({ id, missedWeeks }) =>
    missedWeeks.some((miss) => miss.weekId === weekId && miss.lock === pool.state.rounds.get(weekId as WeekId)?.locked?.position)
      ? [id]
      : [],
  )

it('has a leaf for each slot of each entry, also of one that has only some of its picks', async () => {
  const pool = createPool(['Both', 'First', 'Second', 'None'], 1)
  pool.runAccepted('SetPicksOfWeek', { weekId: 1, picks: 2 }, 1)
  for (const entry of [1, 2]) pool.pick(entry, 1, 'KC')
  for (const entry of [1, 3]) pool.pick(entry, 1, 'BUF', 2)
  pool.lock(1)
  expect(await leavesOf(pool, 1)).toEqual([
    [1, 'KC'],
    [1, 'BUF'],
    [2, 'KC'],
    [2, null],
    [3, null],
    [3, 'BUF'],
    [4, null],
    [4, null],
  ])
  expect(missedIn(pool, 1)).toEqual([2, 3, 4])
})

it('lists at a second lock who misses the week, without an entry that was out at the first one', async () => {
  const pool = createPool(['Ann', 'Ben', 'Cy'], 2)
  for (const entry of [1, 2]) for (const [week, team] of ['KC', 'BUF'].entries()) pool.pick(entry, week + 1, team)
  pool.lock(1)
  pool.runAccepted('AmendEntry', { entryId: 3, isEliminated: true }, 1)
  pool.lock(2)
  pool.runAccepted('AmendEntry', { entryId: 3, isEliminated: false }, 1)
  pool.runAccepted('SetLockTime', { weekId: 2, lockTime: '2025-09-17T16:00:00.000Z' }, 1)
  pool.runAccepted('RemovePick', { pickId: 2_000_002, reason: 'a mistake' }, 1)
  pool.lock(2)
  expect(await leavesOf(pool, 2)).toEqual([
    [1, 'BUF'],
    [2, null],
  ])
  expect(missedIn(pool, 2)).toEqual([2])
})

it('has no leaf for an entry that was out, or joined when the season was decided, whatever an admin picked for it', async () => {
  const pool = createPool(['Ann', 'Ben', 'Cy'], 2)
  pool.sync(1, { 'KC-LAC': null }, '2025-09-07T17:00:00.000Z' as Instant)
  for (const [i, team] of ['KC', 'LAC', 'LAC'].entries()) pool.pick(i + 1, 1, team)
  pool.lock(1)
  pool.sync(1, { 'KC-LAC': [7, 3] }, '2025-09-07T17:00:00.000Z' as Instant)
  pool.addEntry(1, 'Late')
  for (const [entryId, team] of [
    [1, 'BUF'],
    [2, 'MIA'],
    [4, 'SF'],
  ] as const)
    pool.runAccepted('OverridePick', { entryId, weekId: 2, team, nonce: pool.nonce() }, 1)
  pool.lock(2)
  expect(await leavesOf(pool, 2)).toEqual([[1, 'BUF']])
})

it('has a leaf for an entry whose loss an admin waived, and for no other that lost or missed', async () => {
  const pool = createPool(['Ann', 'Ben', 'Cy', 'Dee', 'Eve'], 2)
  pool.runAccepted('ChangeRules', { rules: { missedPick: 'eliminated' } }, 1)
  pool.sync(1, { 'KC-LAC': null }, '2025-09-07T17:00:00.000Z' as Instant)
  for (const [i, team] of ['KC', 'LAC', 'LAC'].entries()) pool.pick(i + 1, 1, team)
  pool.lock(1)
  pool.sync(1, { 'KC-LAC': [7, 3] }, '2025-09-07T17:00:00.000Z' as Instant)
  // Ben lost his pick, as Cy did, and Dee missed the week, as Eve did.
  for (const entryId of [2, 4]) pool.runAccepted('AmendEntry', { entryId, isEliminated: false }, 1)
  for (const [i, team] of ['BUF', 'MIA', 'SF', 'DAL', 'SEA'].entries())
    pool.runAccepted('OverridePick', { entryId: i + 1, weekId: 2, team, nonce: pool.nonce() }, 1)
  pool.lock(2)
  expect(await leavesOf(pool, 2)).toEqual([
    [1, 'BUF'],
    [2, 'MIA'],
    [4, 'DAL'],
  ])
})

it('counts only what happened to an entry in the season of the week', async () => {
  const pool = createPool(['Ann', 'Ben', 'Cy'], 1)
  pool.sync(1, { 'KC-LAC': null }, '2025-09-07T17:00:00.000Z' as Instant)
  for (const [i, team] of ['KC', 'LAC', 'KC'].entries()) pool.pick(i + 1, 1, team)
  pool.runAccepted('AmendEntry', { entryId: 3, isEliminated: true }, 1)
  pool.lock(1)
  pool.sync(1, { 'KC-LAC': [7, 3] }, '2025-09-07T17:00:00.000Z' as Instant)
  pool.runAccepted('StartSeason', { seasonYear: 2026 }, 1)
  for (const entryId of [1, 2, 3]) pool.runAccepted('RenewEntry', { entryId, byAdmin: true }, 1)
  const [one, two] = [pool.addWeek(2026, 1), pool.addWeek(2026, 2)]
  const kickoff = '2026-09-13T17:00:00.000Z' as Instant
  pool.sync(one, { 'KC-LAC': null, 'SF-ARI': null }, kickoff)
  for (const [i, team] of ['LAC', 'SF', 'KC'].entries()) {
    pool.pick(i + 1, one, team)
    pool.pick(i + 1, two, 'BUF')
  }
  pool.lock(one)
  pool.sync(one, { 'KC-LAC': [7, 3], 'SF-ARI': [7, 3] }, kickoff)
  pool.lock(two)
  expect(await leavesOf(pool, two)).toEqual([
    [2, 'BUF'],
    [3, 'BUF'],
  ])
})

it('has no leaf for an entry that an admin had eliminated as of the week, except of a lock of an older version', async () => {
  const pool = createPool(['Ann', 'Ben', 'Cy'], 2)
  pool.sync(1, { 'KC-LAC': null }, '2025-09-07T17:00:00.000Z' as Instant)
  for (const [i, team] of ['LAC', 'KC', 'KC'].entries()) {
    pool.pick(i + 1, 1, team)
    pool.pick(i + 1, 2, 'BUF')
  }
  pool.lock(1)
  pool.sync(1, { 'KC-LAC': [7, 3] }, '2025-09-07T17:00:00.000Z' as Instant)
  pool.runAccepted('SetCurrentWeek', { weekId: 2 }, 1)
  pool.runAccepted('AmendEntry', { entryId: 2, isEliminated: true }, 1)
  pool.sync(2, { 'BUF-MIA': [3, 7] }, '2025-09-14T15:00:00.000Z' as Instant)
  const older = createWeekLocked(pool.state, pool.state.rounds.get(weekId(2))!, hashing, true).data
  pool.lock(2)
  expect(await leavesOf(pool, 2)).toEqual([[3, 'BUF']])
  for (const [i, event] of pool.events.entries()) {
    if (event.type === 'WeekLocked' && event.data.weekId === weekId(2)) pool.events[i] = { ...event, data: older }
  }
  const state = emptyPool()
  for (const event of pool.events) evolve(state, event)
  expect(await leavesOf({ state, events: pool.events }, 2)).toEqual([
    [2, 'BUF'],
    [3, 'BUF'],
  ])
})
