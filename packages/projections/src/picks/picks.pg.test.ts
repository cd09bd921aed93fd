import type { UserId } from '@outlast/domain'
import { beforeAll, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../tests/database.ts'
import { Play } from '../../tests/play.ts'
import { store } from '../../tests/pool.ts'
import { adminPicksList } from '../admin/picks-list.ts'
import { entryPicks } from './entry-picks.ts'
import { pickHistory } from './pick-history.ts'
import { revealedTeams, visiblePicks } from './visible-picks.ts'

const ADMIN = { kind: 'admin', userId: 1 as UserId } as const
const OWNER = { kind: 'member', userId: 2 as UserId } as const

const db = useTestDatabase()
beforeAll(() => store(db, played()))

/**
 * Entry 1 is the admin's, 2 the owner's, 3 and 4 of others. Week 1 is locked, 2 and 3 are open, 4 is gone, 5 is another season's.
 * Entry 3 fell in week 1 and has a pick in week 2 all the same; entry 4 fell and has none.
 */
function played(): Play {
  const play = new Play()
  for (const id of [1, 2, 3, 4]) {
    play.register()
    play.enter(id, `Entry ${id}`)
  }
  for (const number of [1, 2, 3, 4]) play.addWeek(2025, number)
  play.addWeek(2026, 1)
  const override = (entryId: number, weekId: number, team: string) =>
    play.must('OverridePick', { entryId, weekId, team, nonce: play.nonce(), reason: 'a mail' }, 1)
  play.pick(2, 1, 'KC')
  play.pick(2, 1, 'SF')
  play.must('ClearPick', { pickId: 2_000_001 }, 2)
  play.pick(2, 1, 'DAL')
  override(2, 1, 'KC')
  override(1, 1, 'KC')
  play.pick(3, 1, 'LAC')
  override(3, 2, 'BUF')
  play.pick(4, 1, 'LAC')
  play.pick(2, 4, 'GB')
  play.pick(2, 5, 'GB')
  play.pick(2, 2, 'MIA')
  play.sync(1, { 'KC-LAC': null }, '2025-09-07T17:00:00.000Z' as never)
  play.lock(1)
  play.must('RandomizePicks', { weekId: 1, overwrite: true, seed: 'ab'.repeat(32) }, 1)
  override(2, 1, 'KC')
  play.must('OverridePick', { entryId: 3, weekId: 1, team: 'LAC', nonce: play.nonce(), reason: 'a mail' }, 1)
  play.must('RemovePick', { pickId: 4_000_001 }, 1)
  play.must('OverridePick', { entryId: 4, weekId: 1, team: 'LAC', nonce: play.nonce(), reason: 'a mail' }, 1)
  play.must('RemovePick', { pickId: 1_000_001 }, 'system')
  play.sync(1, { 'KC-LAC': [7, 3] }, '2025-09-07T17:00:00.000Z' as never)
  play.must('DeleteWeek', { weekId: 4 }, 1)
  return play
}

describe('pickHistory', () => {
  const changes = async (entryId: number) => {
    const history = await pickHistory(db, { kind: 'visitor' }, entryId)
    return history?.weeks[0]?.changes.map(({ action, by, commitment, nonce, reason }) => [
      action,
      by,
      commitment?.length,
      nonce?.length,
      reason,
    ])
  }

  it('returns the action and author of each change', async () => {
    expect(await changes(2)).toEqual([
      ['submitted', 'owner', 64, 64, null],
      ['changed', 'owner', 64, 64, null],
      ['cleared', 'owner', undefined, undefined, null],
      ['submitted', 'owner', 64, 64, null],
      ['overridden', 'admin', 64, 64, 'a mail'],
      ['randomized', 'admin', 64, 64, null],
      ['overridden', 'admin', 64, 64, 'a mail'],
    ])
  })

  it('reports a pick that an admin cleared without a team', async () => {
    const cleared = (await pickHistory(db, { kind: 'visitor' }, 4))?.weeks[0]?.changes.filter(
      ({ action }) => action === 'cleared',
    )
    expect(cleared).toMatchObject([{ by: 'admin', actor_name: 'First L1', team_abbr: null, commitment: null, nonce: null }])
  })

  it('distinguishes an admin’s own picks from overrides and from the system’s changes', async () => {
    const own = await changes(1)
    expect(own?.[0]).toEqual(['overridden', 'admin', 64, 64, 'a mail'])
    expect(own?.at(-1)).toEqual(['cleared', 'system', undefined, undefined, null])
  })

  it('returns the result of the current pick, and null without one', async () => {
    const results = async (entryId: number) =>
      (await pickHistory(db, OWNER, entryId))?.weeks.map((week) => [week.season_year, week.week_number, week.result])
    expect(await results(2)).toEqual([
      [2026, 1, 'tbd'],
      [2025, 2, 'tbd'],
      [2025, 1, 'win'],
    ])
    expect(await results(1)).toEqual([[2025, 1, null]])
    expect(await pickHistory(db, OWNER, 99)).toBeUndefined()
    expect(await pickHistory(db, OWNER, 3)).toMatchObject({ entry_id: 3, entry_name: 'Entry 3', user_name: 'First L3' })
  })
})

describe('entryPicks', () => {
  it('returns the owner’s picks of existing weeks, newest first', async () => {
    const picks = await entryPicks(db, OWNER, 2)
    expect(picks?.map((pick) => [pick.season_year, pick.week_number, pick.team_abbr])).toEqual([
      [2026, 1, 'GB'],
      [2025, 2, 'MIA'],
      [2025, 1, 'KC'],
    ])
  })

  it('returns undefined if there is no such entry', async () => {
    expect(await entryPicks(db, ADMIN, 99)).toBeUndefined()
    expect(await entryPicks(db, { kind: 'visitor' }, 99)).toBeUndefined()
  })
})

describe('adminPicksList', () => {
  it('lists entries that were alive or have a pick, and marks those without one', async () => {
    expect(await adminPicksList(db, ADMIN, 1)).toMatchObject([
      { id: 'nopick-1', entry_id: 1, no_pick: true, team_abbr: null },
      { id: 2_000_001, team_abbr: 'KC', result: 'win', is_override: true, user_email: 'u2@example.org' },
      { id: 3_000_001, team_abbr: 'LAC', result: 'loss' },
      { id: 4_000_001, team_abbr: 'LAC', result: 'loss' },
    ])
    const open = await adminPicksList(db, ADMIN, 2)
    // Nor does it tell that entry 3’s hidden pick was an admin's.
    expect(open?.map(({ id, hidden, is_override }) => [id, hidden, is_override])).toEqual([
      ['nopick-1', undefined, undefined],
      [2_000_002, true, undefined],
      [3_000_002, true, undefined],
    ])
  })

  it('returns undefined if there is no such week', async () => {
    expect(await adminPicksList(db, ADMIN, 99)).toBeUndefined()
  })
})

describe('visiblePicks and revealedTeams', () => {
  it('filters by season and rejects a query without a filter', async () => {
    const weeks = async (seasonYear: number) =>
      (await visiblePicks(db, OWNER, { seasonYear, entryIds: [2] })).map((pick) => pick.weekId)
    expect(await weeks(2026)).toEqual([5])
    expect(await weeks(2025)).toEqual([1, 2])
    await expect(visiblePicks(db, OWNER, {})).rejects.toThrow('Picks need a filter by week, entry or season')
  })

  it('returns the revealed teams of some entries', async () => {
    expect([...(await revealedTeams(db, 2025, [3]))]).toEqual([[3, { 1: 'LAC' }]])
    expect((await revealedTeams(db, 2025)).size).toBe(3)
  })
})
