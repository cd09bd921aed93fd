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
function poolWith(games: readonly Game[], overridden = false, numbers: readonly number[] = [1, 2, 3]): PoolState {
  const pool = emptyPool()
  const place = { position: 1, recordedAt: NOW, siteTime: NOW, metadata: { actor: null, role: 'system' } }
  const record = (event: object): void => evolve(pool, { ...event, ...place } as RecordedEvent)
  for (const [at, weekNumber] of numbers.entries())
    record(createEvent('WeekAdded', { weekId: weekId(at + 1), seasonYear: 2025, weekNumber, lockTime: SUNDAY }))
  // A week that has locked.
  const lock = { position: 9 } as NonNullable<Round['locked']>
  pool.rounds.set(weekId(1), { ...pool.rounds.get(weekId(1))!, locked: lock })
  record(createEvent('CurrentWeekSet', { weekId: weekId(2) }))
  if (overridden) record(createEvent('SiteTimeSet', { siteTime: LATER, running: false }))
  for (const one of games) {
    const week = pool.schedule.get(one.weekId)
    if (week !== undefined) pool.schedule.set(week.id, { ...week, games: [...week.games, one] })
  }
  return pool
}

const idsOf = (weeks: ReturnType<typeof askedWeeks>) => weeks.map(({ slates }) => slates.map(({ id }) => id).join())
const asked = (games: readonly Game[], overridden = false) => idsOf(askedWeeks(poolWith(games, overridden), NOW))
const plan = (games: readonly Game[], id: number, overridden = false) => {
  const pool = poolWith(games, overridden)
  return planOf(pool, pool.schedule.get(scheduleWeekId(id))!, NOW)
}
const final = { status: 'final', homeScore: 20, awayScore: 10 } as const

describe('which weeks are asked for (docs/rules.md §4.12)', () => {
  it('the current one, before its games', () => {
    expect(asked([game(2, LATER)])).toEqual(['2', '3'])
    expect(plan([game(2, LATER)], 2)).toEqual({ asked: true, reason: 'current' })
  })
  it('an earlier one with a game that has kicked off and is not over', () => {
    expect(asked([game(1, '2025-08-01T17:00:00.000Z' as Instant), game(2, LATER)])).toEqual(['2', '1', '3'])
    expect(plan([game(1, LAST_WEEK, { status: 'in_progress' })], 1)).toEqual({ asked: true, reason: 'playing' })
  })
  it('a locked one with a game that is put off without a date', () => {
    const undated = [game(1, LATER, { kickoffKnown: false }), game(3, LATER, { kickoffKnown: false })]
    expect(asked(undated)).toEqual(['2', '1', '3'])
    expect(plan(undated, 1)).toEqual({ asked: true, reason: 'postponed' })
    expect(plan(undated, 3)).toEqual({ asked: true, reason: 'ahead' })
  })
  it('any one with a postponed game', () => {
    expect(plan([game(3, LATER, { status: 'postponed' })], 3)).toEqual({ asked: true, reason: 'postponed' })
  })
  it('one whose results can still be corrected, for a week', () => {
    expect(plan([game(1, '2025-09-08T17:00:00.000Z' as Instant, final)], 1)).toEqual({ asked: true, reason: 'recent' })
    expect(plan([game(1, '2025-09-07T17:00:00.000Z' as Instant, final)], 1)).toEqual({ asked: false, reason: 'over' })
  })
  it('any one whose lock is ahead, with or without games', () => {
    expect(plan([game(3, LATER)], 3)).toEqual({ asked: true, reason: 'ahead' })
    expect(plan([], 3)).toEqual({ asked: true, reason: 'ahead' })
  })
  it('not one that has locked and whose game moved away', () => {
    expect(plan([game(1, SUNDAY, { status: 'postponed', phase: 'moved' })], 1)).toMatchObject({ asked: false })
  })
  it('slates of one week once, for the strongest of their reasons', () => {
    const slates = (games: readonly Game[]) => poolWith(games, false, [12, 13.1, 13.2, 14])
    const thursday = [game(2, SUNDAY, { status: 'in_progress' }), game(3, LATER)]
    const pool = slates(thursday)
    expect(askedWeeks(pool, NOW).map(({ slates: ids, reason }) => [ids.map(({ id }) => id), reason])).toEqual([
      [[2, 3], 'playing'],
      [[4], 'ahead'],
    ])
    expect([2, 3].map((id) => planOf(pool, pool.schedule.get(scheduleWeekId(id))!, NOW))).toEqual([
      { asked: true, reason: 'playing' },
      { asked: true, reason: 'playing' },
    ])
  })
  it('under a site-time override, only those that are played in real time', () => {
    expect(plan([game(2, LATER)], 2, true)).toEqual({ asked: false, reason: 'site_time_override' })
    expect(plan([game(2, LATER, { status: 'in_progress' })], 2, true)).toEqual({ asked: false, reason: 'site_time_override' })
    expect(plan([game(2, SUNDAY)], 2, true)).toEqual({ asked: true, reason: 'playing' })
    expect(plan([game(3, LATER)], 3, true)).toEqual({ asked: false, reason: 'site_time_override' })
  })
})
