import { seasonTopic, userTopic, weekTopic } from '@outlast/contract/live/topics'
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
import { affected, FORGET, type AffectedTopic, entries, INFO, laterWeeks, RESET } from './invalidation.ts'

type GameEvent = PoolEvent & { readonly data: { readonly weekId: WeekId } }

/**
 * Returns the topics that a change of games affects. A result is one change for the week and one for the season, however
 * many entries picked the teams. Entries that lost are missing from later weeks, whose views are fetched again.
 */
export function topicsAffectedByGames(before: PoolState, event: GameEvent, gameIds: readonly number[]): readonly AffectedTopic[] {
  const week = before.weeks.get(event.data.weekId)
  if (week === undefined) return []
  const games = affected(weekTopic(week.id), { kind: 'games', ids: gameIds })
  const after: Week = { ...week, games: evolveGames(week, [event]) }
  return [games, ...changedResults(before, week, after)]
}

function changedResults(before: PoolState, week: Week, after: Week): AffectedTopic[] {
  const old = weekResults(week)
  const current = weekResults(after)
  if (old.complete === current.complete && haveSameResults(old, current)) return []
  // Before the reveal the season lists losses by entry (docs/rules.md §10.3): too many changes for a message.
  const season = week.locked === null ? RESET : ({ kind: 'weeks', ids: [week.id] } as const)
  return [affected(seasonTopic(week.seasonYear), season), ...changedRosters(before, week, old, current)]
}

/** Returns the later weeks, whose entries change if results change. */
function changedRosters(before: PoolState, week: Week, old: WeekResults, current: WeekResults): AffectedTopic[] {
  const eliminatesMissing = rulesForSeason(before, week.seasonYear).missedPick !== 'survives'
  const isMissingDecided = old.complete !== current.complete && eliminatesMissing
  if (!isMissingDecided && haveSameResults(old, current)) return []
  return laterWeeks(before, week.seasonYear, week.weekNumber, RESET)
}

function haveSameResults(a: WeekResults, b: WeekResults): boolean {
  if (a.results.size !== b.results.size) return false
  for (const [team, result] of a.results) if (b.results.get(team) !== result) return false
  return true
}

/**
 * Returns the topics that a lock affects: everyone's, with one reveal for the week and one for the season. Results that
 * waited for the lock take effect with it (docs/rules.md §4.3), and losses that were waived before it show their team.
 */
export function topicsAffectedByLock(before: PoolState, data: EventData['WeekLocked']): readonly AffectedTopic[] {
  const week = before.weeks.get(data.weekId)
  if (week === undefined) return []
  const lock = { position: 0, at: data.lockTime, merkleRoot: data.merkleRoot } as NonNullable<Week['locked']>
  const reveal = { kind: 'reveal', weekId: week.id, entries: data.entries } as const
  const waived = entriesWithWaivedLossIn(before, week.id)
  return [
    affected(weekTopic(week.id), reveal),
    affected(seasonTopic(week.seasonYear), ...(waived.length === 0 ? [] : [entries(...waived)]), reveal),
    affected('pool', INFO),
    affected('admin', { kind: 'picked_closed', weekId: week.id }),
    ...ownersOfSealedPicks(before),
    ...changedRosters(before, week, weekResults(week), weekResults({ ...week, locked: lock })),
  ]
}

function entriesWithWaivedLossIn(before: PoolState, weekId: WeekId): readonly number[] {
  const isWaivedIn = (loss: { readonly weekId: WeekId }) => loss.weekId === weekId
  return Array.from(before.entries.values())
    .filter((entry) => entry.waivedLosses.some(isWaivedIn))
    .map(({ id }) => id)
}

/** Returns the topics that a reopening affects. Its picks are hidden again, so no earlier message may be sent again. */
export function topicsAffectedByReopening(before: PoolState, weekId: WeekId): readonly AffectedTopic[] {
  const week = before.weeks.get(weekId)
  if (week === undefined) return []
  return [
    affected(weekTopic(week.id), RESET),
    affected(seasonTopic(week.seasonYear), RESET),
    affected('pool', INFO),
    affected('admin', RESET),
    ...ownersOfSealedPicks(before),
    ...laterWeeks(before, week.seasonYear, week.weekNumber, RESET),
  ]
}

/** Returns the topics of users with sealed picks: a lock shows the picks to them too, and a reopening hides them. Seals are public. */
function ownersOfSealedPicks(before: PoolState): readonly AffectedTopic[] {
  return Array.from(before.seals.entries(), ([userId]) => affected(userTopic(userId), FORGET, RESET))
}
