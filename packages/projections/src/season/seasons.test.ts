import type { Instant } from '@outlast/domain'
import { beforeAll, describe, expect, it } from 'vitest'
import { RecordedPool, teamsExcept } from '../../tests/recorded-pool.ts'
import { keep, source } from '../../tests/source.ts'
import { seasonEntries, seasonView, seasonWeeks } from './season-view.ts'

beforeAll(() => keep(createPool()))

const ADMIN = 1

/** Weeks 2 and 1 of 2025, added in that order, and the only one of 2026. Entry 2 is out by hand in 2025, and 3 in 2026. */
function createPool(): RecordedPool {
  const pool = new RecordedPool()
  pool.register()
  for (const name of ['beta', 'alpha', 'Alpha']) pool.addEntry(pool.register(), name)
  const [second, first, next] = [pool.addWeek(2025, 2), pool.addWeek(2025, 1), pool.addWeek(2026, 1)]
  pool.runAccepted('ChangeRules', { rules: { missedPick: 'eliminated' } }, ADMIN)
  pool.pick(1, first, 'SF')
  pool.pick(1, next, 'KC')
  pool.pick(2, next, 'BUF')
  pool.sync(first, { 'SF-GB': null, 'NYJ-NE': null }, '2025-09-07T17:00:00.000Z' as Instant)
  pool.lock(first)
  pool.sync(first, { 'SF-GB': [7, 3] }, '2025-09-07T17:00:00.000Z' as Instant)
  pool.runAccepted('AmendEntry', { entryId: 2, isEliminated: true }, ADMIN)
  pool.runAccepted('SetCurrentWeek', { weekId: next }, ADMIN)
  pool.runAccepted('ChangeRules', { rules: { missedPick: 'survives' } }, ADMIN)
  pool.sync(next, { 'KC-LAC': [3, 7], 'MIA-BUF': [1, 1] }, '2026-09-13T17:00:00.000Z' as Instant)
  pool.finalizeWithoutLock(next)
  pool.runAccepted('AmendEntry', { entryId: 2, isEliminated: false }, ADMIN)
  pool.runAccepted('AmendEntry', { entryId: 3, isEliminated: true }, ADMIN)
  pool.runAccepted('SetCurrentWeek', { weekId: second }, ADMIN)
  return pool
}

const nothing = { picks: {}, auto: [], missed: [], forgiven: [], eliminated_by_hand: null, hidden_losses: [] }
const of2025 = [
  { ...nothing, id: 2, created_position: 5, name: 'alpha', user_name: 'First L3', missed: [1], eliminated_by_hand: 2 },
  { ...nothing, id: 3, created_position: 7, name: 'Alpha', user_name: 'First L4', missed: [1] },
  { ...nothing, id: 1, created_position: 3, name: 'beta', user_name: 'First L2', picks: { 1: 'SF' } },
]
const of2026 = [
  { ...nothing, id: 2, created_position: 5, name: 'alpha', user_name: 'First L3' },
  { ...nothing, id: 3, created_position: 7, name: 'Alpha', user_name: 'First L4', eliminated_by_hand: 1 },
  { ...nothing, id: 1, created_position: 3, name: 'beta', user_name: 'First L2', hidden_losses: [1] },
]

describe('seasonView', () => {
  it('returns weeks by number and entries by name, with the rules of the first lock', () => {
    expect(seasonView(source(), 2025)).toEqual({
      season_year: 2025,
      missed_pick: 'eliminated',
      lives: 1,
      weeks: [
        {
          id: 2,
          week_number: 1,
          is_locked: true,
          results: { SF: 'win', GB: 'loss' },
          is_complete: false,
          left_teams: [],
          bye_teams: teamsExcept('SF', 'GB', 'NYJ', 'NE'),
          lock_position: 17,
          first_lock_position: 17,
          played_lock_position: null,
        },
        {
          id: 1,
          week_number: 2,
          is_locked: false,
          results: {},
          is_complete: false,
          left_teams: [],
          lock_position: null,
          first_lock_position: null,
          played_lock_position: null,
        },
      ],
      entries: of2025,
    })
  })

  it('uses the pool’s rules before the first lock and only the season’s own picks', () => {
    const results = { KC: 'loss', LAC: 'win', MIA: 'loss', BUF: 'loss' }
    expect(seasonView(source(), 2026)).toEqual({
      season_year: 2026,
      missed_pick: 'survives',
      lives: 1,
      weeks: [
        {
          id: 3,
          week_number: 1,
          is_locked: false,
          results,
          is_complete: false,
          left_teams: [],
          bye_teams: teamsExcept('KC', 'LAC', 'MIA', 'BUF'),
          lock_position: null,
          first_lock_position: null,
          played_lock_position: null,
        },
      ],
      entries: of2026,
    })
  })

  it('returns parts of a season and leaves out unknown entries', () => {
    expect(seasonWeeks(source(), 2026)).toEqual(seasonView(source(), 2026).weeks)
    expect(seasonEntries(source(), 2026)).toEqual(of2026)
    expect(seasonEntries(source(), 2026, [1, 99, 3])).toEqual([of2026[1], of2026[2]])
    expect(seasonView(source(), 2025, [2])).toEqual({ ...seasonView(source(), 2025), entries: [of2025[0]] })
    expect(seasonView(source(), 1999)).toMatchObject({ missed_pick: 'survives', weeks: [], entries: { length: 3 } })
  })
})
