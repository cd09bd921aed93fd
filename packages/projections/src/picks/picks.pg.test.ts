import type { UserId, WeekId } from '@outlast/domain'
import { beforeAll, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../tests/database.ts'
import { RecordedPool } from '../../tests/recorded-pool.ts'
import { store } from '../../tests/store.ts'
import { source } from '../../tests/source.ts'
import { adminPicksList } from '../admin/admin-views.ts'
import { entryPicks } from '../entry/entry-picks.ts'
import { pickHistory, readPickEvents } from '../entry/pick-history.ts'
import type { Viewer } from './viewer.ts'

const ADMIN = { kind: 'admin', userId: 1 as UserId } as const
const OWNER = { kind: 'member', userId: 2 as UserId } as const

const db = useTestDatabase()

const historyOf = async (viewer: Viewer, id: number) => pickHistory(source(), viewer, id, await readPickEvents(db, id))
beforeAll(() => store(db, createPool()))

/**
 * Entry 1 belongs to the admin, 2 to the owner, 3 and 4 to other members. Week 1 is locked, 2 and 3 are open, 4 is deleted, and week 5 belongs to
 * another season. Entries 3 and 4 were eliminated in week 1. Entry 3 still has a pick in week 2, and entry 4 has none.
 */
function createPool(): RecordedPool {
  const pool = new RecordedPool()
  for (const id of [1, 2, 3, 4]) {
    pool.register()
    pool.addEntry(id, `Entry ${id}`)
  }
  for (const number of [1, 2, 3, 4]) pool.addWeek(2025, number)
  pool.addWeek(2026, 1)
  const override = (entryId: number, weekId: number, team: string) =>
    pool.runAccepted('OverridePick', { entryId, weekId, team, nonce: pool.nonce(), reason: 'a mail' }, 1)
  pool.pick(2, 1, 'KC')
  pool.pick(2, 1, 'SF')
  pool.runAccepted('ClearPick', { pickId: 2_000_001 }, 2)
  pool.pick(2, 1, 'DAL')
  override(2, 1, 'KC')
  override(1, 1, 'KC')
  pool.pick(3, 1, 'LAC')
  override(3, 2, 'BUF')
  pool.pick(4, 1, 'LAC')
  pool.pick(2, 5, 'GB')
  pool.sync(1, { 'KC-LAC': null }, '2025-09-07T17:00:00.000Z' as never)
  pool.lock(1)
  pool.runAccepted('RandomizePicks', { weekId: 1, overwrite: true, seed: 'ab'.repeat(32) }, 1)
  pool.pick(2, 4, 'GB')
  pool.pick(2, 2, 'MIA')
  override(2, 1, 'KC')
  pool.runAccepted('OverridePick', { entryId: 3, weekId: 1, team: 'LAC', nonce: pool.nonce(), reason: 'a mail' }, 1)
  pool.runAccepted('RemovePick', { pickId: 4_000_001, reason: 'a mistake' }, 1)
  pool.runAccepted('OverridePick', { entryId: 4, weekId: 1, team: 'LAC', nonce: pool.nonce(), reason: 'a mail' }, 1)
  pool.runAccepted('RemovePick', { pickId: 1_000_001, reason: 'a mistake' }, 'system')
  pool.sync(1, { 'KC-LAC': [7, 3] }, '2025-09-07T17:00:00.000Z' as never)
  pool.runAccepted('DeleteWeek', { weekId: 4 }, 1)
  return pool
}

describe('pickHistory', () => {
  const changes = async (entryId: number) => {
    const history = await historyOf({ kind: 'visitor' }, entryId)
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
    const cleared = (await historyOf({ kind: 'visitor' }, 4))?.weeks[0]?.changes.filter(({ action }) => action === 'cleared')
    expect(cleared).toMatchObject([{ by: 'admin', actor_name: 'First L1', team_abbr: null, commitment: null, nonce: null }])
  })

  it('distinguishes an admin’s own picks from overrides and from the system’s changes', async () => {
    const own = await changes(1)
    expect(own?.[0]).toEqual(['overridden', 'admin', 64, 64, 'a mail'])
    expect(own?.at(-1)).toEqual(['cleared', 'system', undefined, undefined, null])
  })

  it('returns the result of the current pick, and null without one', async () => {
    const results = async (entryId: number) =>
      (await historyOf(OWNER, entryId))?.weeks.map((week) => [week.season_year, week.week_number, week.result])
    expect(await results(2)).toEqual([
      [2026, 1, 'tbd'],
      [2025, 2, 'tbd'],
      [2025, 1, 'win'],
    ])
    expect(await results(1)).toEqual([[2025, 1, null]])
    expect(await historyOf(OWNER, 99)).toBeUndefined()
    expect(await historyOf(OWNER, 3)).toMatchObject({ entry_id: 3, entry_name: 'Entry 3', user_name: 'First L3' })
  })
})

describe('entryPicks', () => {
  it('returns the owner’s picks of existing weeks, newest first', async () => {
    const picks = entryPicks(source(), OWNER, 2)
    expect(picks?.map((pick) => [pick.season_year, pick.week_number, pick.team_abbr])).toEqual([
      [2026, 1, 'GB'],
      [2025, 2, 'MIA'],
      [2025, 1, 'KC'],
    ])
  })

  it('returns undefined if there is no such entry', async () => {
    expect(entryPicks(source(), ADMIN, 99)).toBeUndefined()
    expect(entryPicks(source(), { kind: 'visitor' }, 99)).toBeUndefined()
  })
})

describe('adminPicksList', () => {
  it('lists the entries that went into the week alive, and neither lists nor counts a hidden pick of one that was already out', async () => {
    expect(adminPicksList(source(), ADMIN, 1 as WeekId)).toMatchObject([
      { id: 'nopick-1', entry_id: 1, no_pick: true, team_abbr: null },
      { id: 2_000_001, team_abbr: 'KC', result: 'win', is_override: true, user_email: 'u2@example.org' },
      { id: 3_000_001, team_abbr: 'LAC', result: 'loss' },
      { id: 4_000_001, team_abbr: 'LAC', result: 'loss' },
    ])
    const open = adminPicksList(source(), ADMIN, 2 as WeekId)
    expect(open?.map(({ id, hidden, is_override }) => [id, hidden, is_override])).toEqual([
      ['nopick-1', undefined, undefined],
      [2_000_002, true, undefined],
    ])
  })

  it('lists an entry that joined after the lock once it picks in the reopened week', async () => {
    const pool = new RecordedPool()
    for (const id of [1, 2, 3, 4]) {
      pool.register()
      if (id < 3) pool.addEntry(id, `Entry ${id}`)
    }
    pool.addWeek(2025, 1)
    pool.lock(1)
    for (const id of [3, 4]) pool.addEntry(id, `Entry ${id}`)
    pool.runAccepted('SetLockTime', { weekId: 1, lockTime: '2025-09-10T16:00:00.000Z' })
    pool.pick(3, 1, 'KC')
    await store(db, pool)
    expect(adminPicksList(source(), ADMIN, 1 as WeekId)?.map(({ id }) => id)).toEqual(['nopick-1', 'nopick-2', 3_000_001])
    await store(db, createPool())
  })

  it('returns undefined if there is no such week', async () => {
    expect(adminPicksList(source(), ADMIN, 99 as WeekId)).toBeUndefined()
  })
})
