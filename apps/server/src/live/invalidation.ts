import { seasonTopic, type Topic, userTopic, weekTopic } from '@outlast/contract/live/topics'
import type { UserPick } from '@outlast/contract/live/wire'
import { type ContestId, type EventOfType, type PoolState, roundsOf, rulesOf, type Slot } from '@outlast/domain'

/** The part of a topic's view that an event changes: the rows to read again, or the change itself if the event contains all of it. */
export type Invalidation =
  /** The week, the pool or the user itself. */
  | { readonly kind: 'info' }
  | { readonly kind: 'pick_count' }
  | { readonly kind: 'games'; readonly ids: readonly number[] }
  /** What happened in these games and in the pool; null: everything that happened. */
  | { readonly kind: 'moments'; readonly gameIds: readonly number[] | null }
  | { readonly kind: 'entries'; readonly ids: readonly number[] }
  /** The entries of others for which the user picks. */
  | { readonly kind: 'proxied' }
  | { readonly kind: 'users'; readonly ids: readonly number[] }
  | { readonly kind: 'weeks'; readonly ids: readonly number[] }
  /** `entries`: the number of entries that were alive when the week locked. */
  | { readonly kind: 'reveal'; readonly weekId: number; readonly entries: number }
  /** For the pick’s owner. The event contains the whole change, so a pick causes no query. */
  | { readonly kind: 'pick'; readonly entryId: number; readonly pick: UserPick }
  | { readonly kind: 'pick_cleared'; readonly entryId: number; readonly weekId: number; readonly slot: Slot }
  /** How many picks the entry has in the week now. */
  | { readonly kind: 'picked'; readonly weekId: number; readonly entryId: number; readonly picks: number }
  | { readonly kind: 'picked_closed'; readonly weekId: number }
  /** What waits for a second admin. */
  | { readonly kind: 'waiting' }
  /** Personal data was deleted: earlier messages must not be sent again. */
  | { readonly kind: 'forget' }
  /** The change is too large or too complicated for a message: clients fetch the whole view. */
  | { readonly kind: 'reset' }

/** A topic whose view an event changes, and how. */
export interface AffectedTopic {
  readonly topic: Topic
  readonly invalidations: readonly Invalidation[]
}

export const INFO: Invalidation = { kind: 'info' }
export const PICK_COUNT: Invalidation = { kind: 'pick_count' }
export const WAITING: Invalidation = { kind: 'waiting' }
export const FORGET: Invalidation = { kind: 'forget' }
export const RESET: Invalidation = { kind: 'reset' }
export const entries = (...ids: readonly number[]): Invalidation => ({ kind: 'entries', ids })
export const users = (...ids: readonly number[]): Invalidation => ({ kind: 'users', ids })

export const affected = (topic: Topic, ...invalidations: readonly Invalidation[]): AffectedTopic => ({ topic, invalidations })

export function everyWeek(before: PoolState, ...invalidations: readonly Invalidation[]): AffectedTopic[] {
  return Array.from(before.rounds.values(), (week) => affected(weekTopic(week.id), ...invalidations))
}

export function everySeason(before: PoolState, ...invalidations: readonly Invalidation[]): AffectedTopic[] {
  return contestIds(before).map((id) => affected(seasonTopic(id), ...invalidations))
}

/** Returns the contests that have rounds. Each has a topic of its own; that of a season's first contest is named by the year. */
export function contestIds(before: PoolState): readonly ContestId[] {
  return [...new Set(Array.from(before.rounds.values(), (round) => round.contestId))]
}

/**
 * Returns the contest's weeks after a week number. An entry that lost in a week is missing from the views of later weeks, and once they
 * have locked its picks do not count there.
 */
export function laterWeeks(
  before: PoolState,
  contestId: ContestId,
  weekNumber: number,
  ...invalidations: readonly Invalidation[]
): AffectedTopic[] {
  return roundsOf(before, contestId)
    .filter((week) => week.weekNumber > weekNumber)
    .map((week) => affected(weekTopic(week.id), ...invalidations, ...(week.locked === null ? [] : [PICK_COUNT])))
}

/** Returns a contest and its weeks. */
export function everyViewOf(before: PoolState, contestId: ContestId, ...invalidations: readonly Invalidation[]): AffectedTopic[] {
  return [affected(seasonTopic(contestId), ...invalidations), ...laterWeeks(before, contestId, 0, ...invalidations)]
}

/** Returns every week and season, each of which may list the entry. */
export function everyListOf(before: PoolState, entryId: number, ...weekInvalidations: readonly Invalidation[]): AffectedTopic[] {
  return [...everyWeek(before, entries(entryId), ...weekInvalidations), ...everySeason(before, entries(entryId))]
}

/** Returns the locked weeks of seasons with wipe-outs, in which the season names entries that were not in them when they locked. */
export function weeksWithAbsent(before: PoolState): AffectedTopic[] {
  return contestIds(before).flatMap((contestId) => {
    const locked = roundsOf(before, contestId).filter((week) => week.locked !== null)
    if (locked.length === 0 || rulesOf(before, contestId).wipeOut === 'share') return []
    return [affected(seasonTopic(contestId), { kind: 'weeks', ids: locked.map(({ id }) => id) })]
  })
}

/**
 * Returns the topics of an entry that goes to another account. The one before knew its hidden picks, and no message that it may still get has
 * one.
 */
export function handedOver(before: PoolState, { entryId, userId }: EventOfType<'EntryHandedOver'>['data']): AffectedTopic[] {
  const owner = before.entries.get(entryId)?.userId
  return [
    ...(owner === undefined || owner === userId ? [] : [affected(userTopic(owner), FORGET, RESET)]),
    affected(userTopic(userId), entries(entryId)),
    affected('admin', entries(entryId)),
    ...everyListOf(before, entryId),
  ]
}
