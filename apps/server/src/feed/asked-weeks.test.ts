import {
  createEvent,
  emptyPool,
  evolve,
  type Game,
  gameId,
  type Instant,
  type PoolState,
  type RecordedEvent,
  type Round,
  scheduleWeekId,
  type TeamAbbr,
  weekId,
} from '@outlast/domain'
import { describe, expect, it } from 'vitest'
import { askedWeeks, planOf } from './asked-weeks.ts'

const NOW = '2025-09-14T20:00:00.000Z' as Instant
const SUNDAY = '2025-09-14T17:00:00.000Z' as Instant
const LAST_WEEK = '2025-09-07T21:00:00.000Z' as Instant
const LATER = '2025-09-21T17:00:00.000Z' as Instant

function game(id: number, kickoff: Instant, over: Partial<Game> = {}): Game {
  const teams = { home: 'PIT' as TeamAbbr, away: 'BAL' as TeamAbbr }
  const place = { id: gameId(id), weekId: scheduleWeekId(id), espnId: String(id), ...teams, kickoff, kickoffKnown: true }
  return { ...place, status: 'scheduled', homeScore: null, awayScore: null, detail: null, finalByAdmin: false, ...over }
}

/** Weeks 1 to 3 with a game each. Week 2 is current. */
function poolWith(games: readonly Game[], overridden = false): PoolState {
  const pool = emptyPool()
  const place = { position: 1, recordedAt: NOW, siteTime: NOW, metadata: { actor: null, role: 'system' } }
  const record = (event: object): void => evolve(pool, { ...event, ...place } as RecordedEvent)
  for (const id of [1, 2, 3])
    record(createEvent('WeekAdded', { weekId: weekId(id), seasonYear: 2025, weekNumber: id, lockTime: SUNDAY }))
  record(createEvent('CurrentWeekSet', { weekId: weekId(2) }))
  if (overridden) record(createEvent('SiteTimeSet', { siteTime: LATER, running: false }))
  for (const one of games) {
    const week = pool.schedule.get(one.weekId)
    if (week !== undefined) pool.schedule.set(week.id, { ...week, games: [...week.games, one] })
  }
  return pool
}

const asked = (games: readonly Game[], overridden = false) => askedWeeks(poolWith(games, overridden), NOW).map(({ id }) => id)
const plan = (games: readonly Game[], id: number, overridden = false) => {
  const pool = poolWith(games, overridden)
  return planOf(pool, pool.schedule.get(scheduleWeekId(id))!, NOW)
}
const final = { status: 'final', homeScore: 20, awayScore: 10 } as const

describe('which weeks are asked for (docs/rules.md §4.7)', () => {
  it('the current one, before its games', () => {
    expect(asked([game(2, LATER)])).toEqual([2])
  })
  it('an earlier one with a game that has kicked off and is not over', () => {
    expect(asked([game(1, '2025-08-01T17:00:00.000Z' as Instant), game(2, LATER)])).toEqual([2, 1])
    expect(plan([game(1, LAST_WEEK, { status: 'in_progress' })], 1)).toEqual({ asked: true, reason: 'playing' })
  })
  it('a locked one with a game that is put off without a date', () => {
    const undated = [game(1, LATER, { kickoffKnown: false }), game(3, LATER, { kickoffKnown: false })]
    const pool = poolWith(undated)
    const lock = { position: 9 } as NonNullable<Round['locked']>
    pool.rounds.set(weekId(1), { ...pool.rounds.get(weekId(1))!, locked: lock })
    expect(askedWeeks(pool, NOW).map(({ id }) => id)).toEqual([2, 1])
    expect(asked(undated)).toEqual([2])
  })
  it('any one with a postponed game', () => {
    expect(plan([game(3, LATER, { status: 'postponed' })], 3)).toEqual({ asked: true, reason: 'postponed' })
  })
  it('one whose results can still be corrected, for a week', () => {
    expect(plan([game(1, '2025-09-08T17:00:00.000Z' as Instant, final)], 1)).toEqual({ asked: true, reason: 'recent' })
    expect(plan([game(1, '2025-09-07T17:00:00.000Z' as Instant, final)], 1)).toEqual({ asked: false, reason: 'over' })
  })
  it('not one that comes later, nor one whose game moved away', () => {
    expect(plan([game(3, LATER)], 3)).toEqual({ asked: false, reason: 'not_current' })
    expect(plan([game(3, SUNDAY, { status: 'postponed', phase: 'moved' })], 3)).toMatchObject({ asked: false })
  })
  it('under a site-time override, only those that are played in real time', () => {
    expect(plan([game(2, LATER)], 2, true)).toEqual({ asked: false, reason: 'site_time_override' })
    expect(plan([game(2, LATER, { status: 'in_progress' })], 2, true)).toEqual({ asked: false, reason: 'site_time_override' })
    expect(plan([game(2, SUNDAY)], 2, true)).toEqual({ asked: true, reason: 'playing' })
  })
})
