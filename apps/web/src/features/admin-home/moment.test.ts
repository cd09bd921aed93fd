import { gameInfo, seasonEntry, seasonView, seasonWeek, weekInfo } from '@outlast/contract/live/test-support'
import { expect, it } from 'vitest'
import { type Moment, momentOf } from './moment.ts'

const LOCK = '2025-09-07T16:00:00.000Z'
const at = (hoursAfterLock: number) => Date.parse(LOCK) + hoursAfterLock * 3_600_000
const entries = [seasonEntry(1, 'Alpha', { picks: { 1: 'KC' } }), seasonEntry(2, 'Beta', { picks: { 1: 'LAC' } })]

interface Case {
  readonly hours: number
  readonly isLocked?: boolean
  readonly isComplete?: boolean
  readonly games?: readonly ReturnType<typeof gameInfo>[]
  readonly results?: Readonly<Record<string, 'win' | 'loss'>>
}

function moment({ hours, isLocked = false, isComplete = false, games = [], results = {} }: Case): Moment {
  const week = weekInfo({ lock_time: LOCK, is_locked: isLocked })
  const of = seasonWeek(1, { id: week.id, is_locked: isLocked, is_complete: isComplete, results })
  return momentOf({ week: { week, games, entries: [] }, season: seasonView({ weeks: [of], entries }), now: at(hours) })
}

const on = gameInfo({ id: 1, status: 'in_progress' })
const off = gameInfo({ id: 2, status: 'postponed', home_team_abbr: 'CHI', away_team_abbr: 'GB' })
const over = gameInfo({ id: 3, status: 'final', home_score: 20, away_score: 17 })

it.each<readonly [what: string, expected: Moment, Case]>([
  ['more than 3 hours before the lock', 'open', { hours: -3.01 }],
  ['3 hours before the lock', 'last_hours', { hours: -3 }],
  ['at the lock, until it is recorded', 'last_hours', { hours: 0 }],
  ['with games on', 'playing', { hours: 1, isLocked: true, games: [on, over] }],
  ['with a game on and one postponed', 'playing', { hours: 1, isLocked: true, games: [on, off] }],
  ['with all games over but one postponed', 'blocked', { hours: 30, isLocked: true, games: [over, off] }],
  ['with a game without a result 6 hours after its kickoff', 'blocked', { hours: 7, isLocked: true, games: [over, on] }],
  ['locked without known games', 'playing', { hours: 1, isLocked: true }],
  ['complete', 'complete', { hours: 30, isLocked: true, isComplete: true, games: [over], results: { KC: 'win', LAC: 'win' } }],
  ['with one entry left', 'decided', { hours: 30, isLocked: true, isComplete: true, results: { KC: 'win', LAC: 'loss' } }],
])('momentOf: %s it is %s', (_, expected, facts) => expect(moment(facts)).toBe(expected))

it('momentOf: a pool without weeks is empty', () => {
  expect(momentOf({ week: null, season: null, now: 0 })).toBe('empty')
})
