import { describe, expect, test } from 'vitest'
import { event } from '../../tests/specification.ts'
import type { EventType, RecordedEvent } from '../events/events.ts'
import { evolve } from './evolve.ts'
import { position } from '../values/ids.ts'
import type { Instant } from '../values/instant.ts'
import { eventsOfResults } from './proved-results.ts'
import { emptyPool } from '../state/empty-pool.ts'

const WEEK = 7
const AT = '2031-09-20T12:00:00.000Z' as Instant

/** Builds the stream of a week, whose events have consecutive positions. */
function stream(...events: readonly (readonly [EventType, object])[]): readonly RecordedEvent[] {
  return events.map(([type, data], index): RecordedEvent => {
    const place = { position: position(index + 1), recordedAt: AT, siteTime: AT }
    return { ...event(type, { weekId: WEEK, ...data }), ...place, metadata: { actor: null, role: 'system' } }
  })
}

const added = ['WeekAdded', { seasonYear: 2031, weekNumber: 3, lockTime: AT }] as const
const locked = ['WeekLocked', { lockTime: AT, merkleRoot: '', entries: 0, picks: 0, missed: [] }] as const
const game = (gameId: number, home: string, away: string) => ({
  gameId,
  espnId: `${gameId}`,
  home,
  away,
  kickoff: AT,
  kickoffKnown: true,
})
const synced = ['GamesSynced', { games: [game(1, 'KC', 'DEN'), game(2, 'BUF', 'MIA')] }] as const
const score = (gameId: number, homeScore: number, awayScore = 0) => ({
  gameId,
  homeScore,
  awayScore,
  detail: null,
  source: 'feed',
})

const gamesAfter = (events: readonly RecordedEvent[]) => {
  const state = emptyPool()
  for (const event of events) evolve(state, event)
  const [week] = state.schedule.values()
  return week?.games.map(({ home, status, homeScore, awayScore }) => [home, status, homeScore, awayScore])
}

describe('eventsOfResults', () => {
  test('keeps the newest score of each game in progress, however many there were', () => {
    const scores = Array.from({ length: 200 }, (_, index) => ['GameScored', score(1 + (index % 2), index)] as const)
    const events = stream(added, synced, locked, ...scores)
    const kept = eventsOfResults(events, position(3))
    expect(kept.map(({ type }) => type)).toEqual(['WeekAdded', 'GamesSynced', 'WeekLocked', 'GameScored', 'GameScored'])
    expect(gamesAfter(kept)).toEqual(gamesAfter(events))
  })

  test('leaves out what changes no game: times, teams that cannot be picked, and an earlier lock', () => {
    const events = stream(
      added,
      synced,
      ['IneligibleTeamsSet', { teams: ['KC'] }],
      locked,
      ['WeekReopened', { marked: true }],
      ['LockTimeChanged', { lockTime: AT, automatic: false }],
      locked,
      ['GameFinalized', score(1, 20, 17)],
    )
    expect(eventsOfResults(events, position(7)).map(({ position }) => position)).toEqual([1, 2, 7, 8])
  })

  test('keeps every event of a game that ended, was called off and was played again', () => {
    const histories: (readonly (readonly [EventType, object])[])[] = [
      [
        added,
        synced,
        locked,
        ['GameFinalized', score(1, 20, 17)],
        ['ScoreCorrected', score(1, 17, 17)],
        ['ScoreCorrected', score(1, 21, 17)],
      ],
      [
        added,
        synced,
        locked,
        ['GameFinalized', score(1, 20, 17)],
        ['GameStatusChanged', { gameId: 1, status: 'postponed', detail: null }],
      ],
      [
        added,
        synced,
        locked,
        ['GameStatusChanged', { gameId: 1, status: 'postponed', detail: null }],
        ['GameScored', score(1, 3)],
      ],
      [
        added,
        synced,
        locked,
        ['GameScored', score(1, 3)],
        ['GamesFinalizedByAdmin', { gameIds: [1, 2] }],
        ['GameScored', score(2, 3)],
      ],
      [
        added,
        synced,
        locked,
        ['GameScored', score(1, 3)],
        ['GameFinalized', score(1, 4)],
        ['GameScored', score(1, 5)],
        ['GameFinalized', score(1, 6)],
      ],
    ]
    for (const history of histories) {
      const events = stream(...history)
      expect(gamesAfter(eventsOfResults(events, position(3)))).toEqual(gamesAfter(events))
    }
  })
})
