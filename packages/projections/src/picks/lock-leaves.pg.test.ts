import { type Instant, merkleRoot } from '@outlast/domain'
import { describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../tests/database.ts'
import { hashing, Play } from '../../tests/play.ts'
import { store } from '../../tests/pool.ts'
import { lockProof } from './lock-proof.ts'

const db = useTestDatabase()

const ADMIN = 1
const SUNDAY_1 = '2025-09-07T17:00:00.000Z' as Instant
const SUNDAY_2 = '2025-09-14T17:00:00.000Z' as Instant

/** The admin, who plays as well, and some members with an entry each; a missed pick eliminates. */
function pool(entries: number, now?: string): Play {
  const play = new Play(now)
  for (let id = 1; id <= entries; id += 1) play.enter(play.register(), `Entry ${id}`)
  play.must('ChangeRules', { rules: { missedPick: 'eliminated' } }, ADMIN)
  return play
}

const override = (play: Play, entryId: number, weekId: number, team: string) =>
  void play.must('OverridePick', { entryId, weekId, team, nonce: play.nonce(), reason: 'a mail' }, ADMIN)
const judge = (play: Play, entryId: number, isEliminated: boolean) =>
  void play.must('AmendEntry', { entryId, isEliminated }, ADMIN)

/** A week's leaves in the tables, which make the root that the rules of the domain recorded. */
async function leavesOf(weekId: number) {
  const proof = (await lockProof(db, weekId))!
  const leaves = proof.leaves.map((leaf) => ({ entryId: leaf.entry_id, commitment: leaf.commitment }))
  expect(merkleRoot(hashing, leaves)).toBe(proof.merkle_root)
  return Object.fromEntries(proof.leaves.map((leaf) => [leaf.entry_id, leaf.team_abbr]))
}

describe('insertLockLeaves', () => {
  it('stores the picks of entries that were alive, and the entries that missed the lock', async () => {
    const play = pool(11, '2024-09-01T12:00:00.000Z')
    // The year before: entry 8 was eliminated by hand, 9 lost, the others missed.
    play.addWeek(2024, 1)
    play.pick(8, 1, 'NE')
    play.pick(9, 1, 'NYJ')
    play.lock(1)
    play.sync(1, { 'NYJ-NE': [3, 7] })
    judge(play, 8, true)
    const [first, second] = [play.addWeek(2025, 1), play.addWeek(2025, 2)]
    play.must('SetCurrentWeek', { weekId: first }, ADMIN)
    for (const entry of [1, 4]) play.pick(entry, first, 'GB')
    for (const entry of [3, 6, 7, 8, 9, 10]) play.pick(entry, first, 'SF')
    play.pick(11, first, 'SF')
    play.sync(first, { 'SF-GB': null }, SUNDAY_1)
    play.lock(first)
    play.sync(first, { 'SF-GB': [7, 3] }, SUNDAY_1)
    for (const entry of [3, 6]) judge(play, entry, true)
    // Out are now 1 (lost), 2 and 5 (missed), 3 and 6 (by hand), 4 (lost); half of them come back.
    for (const entry of [4, 5, 6]) judge(play, entry, false)
    for (let entry = 1; entry <= 10; entry += 1) override(play, entry, second, 'KC')
    play.lock(second)
    await store(db, play)
    expect(Object.values(await leavesOf(first))).toEqual(['GB', null, 'SF', 'GB', null, 'SF', 'SF', 'SF', 'SF', 'SF', 'SF'])
    expect(await leavesOf(second)).toEqual({ 4: 'KC', 5: 'KC', 6: 'KC', 7: 'KC', 8: 'KC', 9: 'KC', 10: 'KC', 11: null })
  })

  it('leaves out the pick of an eliminated entry even if another entry missed the lock', async () => {
    const play = pool(2)
    play.addWeek(2025, 1)
    play.addWeek(2025, 2)
    play.must('ChangeRules', { rules: { missedPick: 'survives' } }, ADMIN)
    play.pick(1, 1, 'GB')
    play.sync(1, { 'SF-GB': null }, SUNDAY_1)
    play.lock(1)
    play.sync(1, { 'SF-GB': [7, 3] }, SUNDAY_1)
    play.pick(2, 2, 'KC')
    override(play, 1, 2, 'KC')
    play.lock(2)
    await store(db, play)
    expect(await leavesOf(2)).toEqual({ 2: 'KC' })
  })

  it('leaves out the only pick of a week if its entry was eliminated by hand before', async () => {
    const play = pool(2)
    play.addWeek(2025, 1)
    play.addWeek(2025, 2)
    judge(play, 2, true)
    play.must('SetCurrentWeek', { weekId: 2 }, ADMIN)
    override(play, 2, 2, 'KC')
    play.lock(2)
    await store(db, play)
    expect(await leavesOf(2)).toEqual({ 1: null })
  })

  it('stores the pick of an entry that is eliminated in the same week', async () => {
    const play = pool(2)
    play.addWeek(2025, 1)
    play.addWeek(2025, 2)
    play.pick(1, 1, 'SF')
    play.pick(1, 2, 'MIA')
    play.pick(2, 1, 'GB')
    play.pick(2, 2, 'KC')
    play.sync(1, { 'SF-GB': null }, SUNDAY_1)
    play.lock(1)
    play.sync(1, { 'SF-GB': [7, 3] }, SUNDAY_1)
    play.sync(2, { 'KC-MIA': [7, 3] }, SUNDAY_2)
    play.must('FinalizeScores', { weekId: 2 }, ADMIN)
    play.lock(2)
    await store(db, play)
    expect(await leavesOf(2)).toEqual({ 1: 'MIA' })
  })

  it('stores the leaves of the standing lock after a week was reopened', async () => {
    const play = pool(2)
    play.addWeek(2025, 1)
    play.pick(1, 1, 'GB')
    play.lock(1)
    play.must('SetLockTime', { weekId: 1, lockTime: '2025-09-09T16:00:00.000Z' }, ADMIN)
    play.pick(2, 1, 'KC')
    play.must('RemovePick', { pickId: 1_000_001 }, ADMIN)
    play.lock(1)
    await store(db, play)
    expect(await leavesOf(1)).toEqual({ 1: null, 2: 'KC' })
  })
})
