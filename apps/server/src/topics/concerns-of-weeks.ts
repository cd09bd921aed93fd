import { seasonTopic, weekTopic } from '@outlast/contract/live/topics'
import {
  evolveGames,
  type EventData,
  type PoolEvent,
  type PoolState,
  rulesForSeason,
  type Week,
  weekResults,
  type WeekResults,
  type WeekId,
} from '@outlast/domain'
import { type Concern, concern, entries, INFO, RESET } from './concerns.ts'
import { laterWeeks } from './concerns-among.ts'

type GameEvent = PoolEvent & { readonly data: { readonly weekId: WeekId } }

/**
 * Whom a game concerns. A result is one change of the week and one of the season, whatever the number of picks; who
 * fell by it is missing from later weeks' rosters, which are fetched again where anybody looks at one.
 */
export function gameConcerns(before: PoolState, event: GameEvent, gameIds: readonly number[]): readonly Concern[] {
  const week = before.weeks.get(event.data.weekId)
  if (week === undefined) return []
  const games = concern(weekTopic(week.id), { what: 'games', ids: gameIds })
  const after: Week = { ...week, games: evolveGames(week, [event]) }
  return [games, ...settled(before, week, after)]
}

/** What follows from a week's results being others than they were. */
function settled(before: PoolState, week: Week, after: Week): Concern[] {
  const was = weekResults(week)
  const is = weekResults(after)
  if (was.complete === is.complete && sameResults(was, is)) return []
  // Losses with hidden picks are told per entry (decisions.md §Rules 7): too many for single changes.
  const season = week.locked === null ? RESET : ({ what: 'weeks', ids: [week.id] } as const)
  return [concern(seasonTopic(week.seasonYear), season), ...fallen(before, week, was, is)]
}

/** The rosters that change when results do. */
function fallen(before: PoolState, week: Week, was: WeekResults, is: WeekResults): Concern[] {
  const isMissingDecided = was.complete !== is.complete && rulesForSeason(before, week.seasonYear).missedPick === 'eliminated'
  if (!isMissingDecided && sameResults(was, is)) return []
  return laterWeeks(before, week.seasonYear, week.weekNumber, RESET)
}

function sameResults(a: WeekResults, b: WeekResults): boolean {
  if (a.results.size !== b.results.size) return false
  for (const [team, result] of a.results) if (b.results.get(team) !== result) return false
  return true
}

/**
 * Whom a lock concerns: everybody, by one text for the week and one for the season. Results that waited for the lock
 * settle with it (decisions.md §Rules 7), and losses that were forgiven before it are told by their team now.
 */
export function lockConcerns(before: PoolState, data: EventData['WeekLocked']): readonly Concern[] {
  const week = before.weeks.get(data.weekId)
  if (week === undefined) return []
  const lock = { position: 0, at: data.lockTime, merkleRoot: data.merkleRoot } as NonNullable<Week['locked']>
  const reveal = { what: 'reveal', weekId: week.id, entries: data.entries } as const
  const pardoned = entriesWithWaivedLossIn(before, week.id)
  return [
    concern(weekTopic(week.id), reveal),
    concern(seasonTopic(week.seasonYear), ...(pardoned.length === 0 ? [] : [entries(...pardoned)]), reveal),
    concern('pool', INFO),
    concern('admin', { what: 'picked_closed', weekId: week.id }),
    ...fallen(before, week, weekResults(week), weekResults({ ...week, locked: lock })),
  ]
}

function entriesWithWaivedLossIn(before: PoolState, weekId: WeekId): readonly number[] {
  const ids: number[] = []
  for (const entry of before.entries.values()) if (entry.waivedLosses.some((loss) => loss.weekId === weekId)) ids.push(entry.id)
  return ids
}

/** Picks hide again: what was revealed is not sent, or replayed, to anybody from here on. */
export function reopenConcerns(before: PoolState, weekId: WeekId): readonly Concern[] {
  const week = before.weeks.get(weekId)
  if (week === undefined) return []
  return [
    concern(weekTopic(week.id), RESET),
    concern(seasonTopic(week.seasonYear), RESET),
    concern('pool', INFO),
    concern('admin', RESET),
    ...laterWeeks(before, week.seasonYear, week.weekNumber, RESET),
  ]
}
