import { type Instant, merkleRoot, DEFAULT_RULES } from '@outlast/domain'
import { describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../tests/database.ts'
import { hashing, RecordedPool } from '../../tests/recorded-pool.ts'
import { store } from '../../tests/store.ts'
import { lockProof } from './lock-proof.ts'

const db = useTestDatabase()

const ADMIN = 1
const SUNDAY_1 = '2025-09-07T17:00:00.000Z' as Instant
const SUNDAY_2 = '2025-09-14T17:00:00.000Z' as Instant

/** Creates an admin and some members with one entry each, and a rule by which a missed pick eliminates. */
function createPool(entries: number, now?: string): RecordedPool {
  const pool = new RecordedPool(now)
  for (let id = 1; id <= entries; id += 1) pool.addEntry(pool.register(), `Entry ${id}`)
  pool.runAccepted('ChangeRules', { rules: { missedPick: 'eliminated' } }, ADMIN)
  return pool
}

const override = (pool: RecordedPool, entryId: number, weekId: number, team: string) =>
  void pool.runAccepted('OverridePick', { entryId, weekId, team, nonce: pool.nonce(), reason: 'a mail' }, ADMIN)
const judge = (pool: RecordedPool, entryId: number, isEliminated: boolean) =>
  void pool.runAccepted('AmendEntry', { entryId, isEliminated }, ADMIN)

/** A week's leaves in the tables, which make the root that the rules of the domain recorded. */
async function leavesOf(weekId: number) {
  const proof = (await lockProof(db, weekId, DEFAULT_RULES))!
  const leaves = proof.leaves.map((leaf) => ({ entryId: leaf.entry_id, commitment: leaf.commitment }))
  expect(merkleRoot(hashing, leaves)).toBe(proof.merkle_root)
  return Object.fromEntries(proof.leaves.map((leaf) => [leaf.entry_id, leaf.team_abbr]))
}

describe('insertLockLeaves', () => {
  it('stores the picks of entries that were alive, and the entries that missed the lock', async () => {
    const pool = createPool(11, '2024-09-01T12:00:00.000Z')
    // The year before: entry 8 was eliminated by hand, 9 lost, the others missed.
    pool.addWeek(2024, 1)
    pool.pick(8, 1, 'NE')
    pool.pick(9, 1, 'NYJ')
    pool.lock(1)
    pool.sync(1, { 'NYJ-NE': [3, 7] })
    judge(pool, 8, true)
    const [first, second] = [pool.addWeek(2025, 1), pool.addWeek(2025, 2)]
    pool.runAccepted('SetCurrentWeek', { weekId: first }, ADMIN)
    for (const entry of [1, 4]) pool.pick(entry, first, 'GB')
    for (const entry of [3, 6, 7, 8, 9, 10]) pool.pick(entry, first, 'SF')
    pool.pick(11, first, 'SF')
    pool.sync(first, { 'SF-GB': null }, SUNDAY_1)
    pool.lock(first)
    pool.sync(first, { 'SF-GB': [7, 3] }, SUNDAY_1)
    for (const entry of [3, 6]) judge(pool, entry, true)
    // Out are now 1 (lost), 2 and 5 (missed), 3 and 6 (by hand), 4 (lost); half of them come back.
    for (const entry of [4, 5, 6]) judge(pool, entry, false)
    for (let entry = 1; entry <= 10; entry += 1) override(pool, entry, second, 'KC')
    pool.lock(second)
    await store(db, pool)
    expect(Object.values(await leavesOf(first))).toEqual(['GB', null, 'SF', 'GB', null, 'SF', 'SF', 'SF', 'SF', 'SF', 'SF'])
    expect(await leavesOf(second)).toEqual({ 4: 'KC', 5: 'KC', 6: 'KC', 7: 'KC', 8: 'KC', 9: 'KC', 10: 'KC', 11: null })
  })

  it('leaves out the pick of an eliminated entry even if another entry missed the lock', async () => {
    const pool = createPool(2)
    pool.addWeek(2025, 1)
    pool.addWeek(2025, 2)
    pool.runAccepted('ChangeRules', { rules: { missedPick: 'survives' } }, ADMIN)
    pool.pick(1, 1, 'GB')
    pool.sync(1, { 'SF-GB': null }, SUNDAY_1)
    pool.lock(1)
    pool.sync(1, { 'SF-GB': [7, 3] }, SUNDAY_1)
    pool.pick(2, 2, 'KC')
    override(pool, 1, 2, 'KC')
    pool.lock(2)
    await store(db, pool)
    expect(await leavesOf(2)).toEqual({ 2: 'KC' })
  })

  it('leaves out the only pick of a week if its entry was eliminated by hand before', async () => {
    const pool = createPool(2)
    pool.addWeek(2025, 1)
    pool.addWeek(2025, 2)
    judge(pool, 2, true)
    pool.runAccepted('SetCurrentWeek', { weekId: 2 }, ADMIN)
    override(pool, 2, 2, 'KC')
    pool.lock(2)
    await store(db, pool)
    expect(await leavesOf(2)).toEqual({ 1: null })
  })

  it('stores the pick of an entry that is eliminated in the same week', async () => {
    const pool = createPool(2)
    pool.addWeek(2025, 1)
    pool.addWeek(2025, 2)
    pool.pick(1, 1, 'SF')
    pool.pick(1, 2, 'MIA')
    pool.pick(2, 1, 'GB')
    pool.pick(2, 2, 'KC')
    pool.sync(1, { 'SF-GB': null }, SUNDAY_1)
    pool.lock(1)
    pool.sync(1, { 'SF-GB': [7, 3] }, SUNDAY_1)
    pool.sync(2, { 'KC-MIA': [7, 3] }, SUNDAY_2)
    pool.finalizeWithoutLock(2)
    pool.lock(2)
    await store(db, pool)
    expect(await leavesOf(2)).toEqual({ 1: 'MIA' })
  })

  it('stores the leaves of the standing lock after a week was reopened', async () => {
    const pool = createPool(2)
    pool.addWeek(2025, 1)
    pool.pick(1, 1, 'GB')
    pool.lock(1)
    pool.runAccepted('SetLockTime', { weekId: 1, lockTime: '2025-09-09T16:00:00.000Z' }, ADMIN)
    pool.pick(2, 1, 'KC')
    pool.runAccepted('RemovePick', { pickId: 1_000_001 }, ADMIN)
    pool.lock(1)
    await store(db, pool)
    expect(await leavesOf(1)).toEqual({ 1: null, 2: 'KC' })
  })
})
