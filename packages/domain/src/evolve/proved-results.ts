import type { EventType, RecordedEvent } from '../events/events.ts'
import { evolve } from './evolve.ts'
import type { Game } from '../values/game.ts'
import type { Position } from '../values/ids.ts'
import { emptyPool } from '../state/empty-pool.ts'
import { gamesOf } from '../state/state.ts'
import { weekResults } from '../standing/season-results.ts'
import { type WeekResults } from '../standing/standing.ts'

/**
 * Returns the events from which the games and results of a locked week follow (docs/proofs.md). Which these are follows from the fold
 * itself, so that a new event type is among them as soon as it changes a game or a result.
 * @param events the stream of the week, in order
 * @param lock the position of the lock that applies
 */
export function eventsOfResults(events: readonly RecordedEvent[], lock: Position): readonly RecordedEvent[] {
  const all = events.filter(({ type, position }) => type !== 'WeekLocked' || position === lock)
  const results = resultsAfter(all)
  const isEnough = (kept: readonly RecordedEvent[]): boolean => resultsAfter(kept) === results
  let needed: readonly RecordedEvent[] = all
  for (const type of new Set(all.map((event) => event.type))) {
    const others = needed.filter((event) => event.type !== type)
    if (isEnough(others)) needed = others
  }
  const newest = newestPerGame(needed)
  return isEnough(newest) ? newest : needed
}

/** A game in progress has hundreds of scores, of which the last one counts. */
function newestPerGame(events: readonly RecordedEvent[]): readonly RecordedEvent[] {
  const newest = new Map<`${EventType} ${number}`, RecordedEvent>()
  for (const event of events) if ('gameId' in event.data) newest.set(`${event.type} ${event.data.gameId}`, event)
  const kept = new Set(newest.values())
  return events.filter((event) => !('gameId' in event.data) || kept.has(event))
}

/** Everything that a locked week shows of its games and that decides its picks, as text to compare. */
function resultsAfter(events: readonly RecordedEvent[]): string {
  const state = emptyPool()
  for (const event of events) evolve(state, event)
  return JSON.stringify(
    [...state.rounds.values()].map((round) => {
      const games = gamesOf(state, round)
      return [games.map(shownGame), comparable(weekResults(state, round))]
    }),
  )
}

const shownGame = ({ id, home, away, status, homeScore, awayScore }: Game) => [id, home, away, status, homeScore, awayScore]
const comparable = ({ results, ...others }: WeekResults) => [[...results], others]
