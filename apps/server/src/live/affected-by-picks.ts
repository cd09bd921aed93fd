import { seasonTopic, userTopic, weekTopic } from '@outlast/contract/live/topics'
import { toUserPick } from '@outlast/contract/rest/picks'
import {
  createdAtForOwner,
  type Entry,
  type EntryId,
  type EventOfType,
  makerOf,
  parsePickId,
  pickAt,
  type PickEventType,
  type PoolState,
  type RecordedEvent,
  picksOf,
  type Round,
  rulesOf,
  type Slot,
  type TeamAbbr,
  weekResults,
} from '@outlast/domain'
import { affected, type AffectedTopic, entries, type Invalidation, laterWeeks, PICK_COUNT, RESET } from './invalidation.ts'

type PickEvent = EventOfType<PickEventType> & RecordedEvent

/**
 * Returns the topics that a pick affects: always its owner's. While the week is open, the public count and the admins
 * learn only whether the entry has a pick; nobody but the owner learns its team, or that it was changed.
 */
export function topicsAffectedByPick(before: PoolState, event: PickEvent): readonly AffectedTopic[] {
  const { entryId, weekId } = event.data
  const entry = before.entries.get(entryId)
  const week = before.rounds.get(weekId)
  if (entry === undefined || week === undefined) return []
  // The week is locked: its pick counts again, as it was.
  if (event.type === 'PickRestored') {
    return [affected(userTopic(entry.userId), RESET), ...(week.locked === null ? [] : revealedPick(before, week, entryId, true))]
  }
  const { slot } = parsePickId(event.data.pickId)
  const previous = pickAt(entry, weekId, slot)
  const team = 'team' in event.data ? event.data.team : undefined
  const owner = affected(userTopic(entry.userId), ownerInvalidation(before, event, entry, week, slot))
  const isPresenceChanged = (previous === undefined) !== (team === undefined)
  if (week.locked !== null) return [owner, ...revealedPick(before, week, entryId, isPresenceChanged)]
  const isLossChanged = lossOf(before, week, entry, previous?.team) !== lossOf(before, week, entry, team)
  return [
    owner,
    ...(isPresenceChanged ? presence(week, entryId, picksOf(entry, weekId).length + (team === undefined ? -1 : 1)) : []),
    ...(isLossChanged ? standing(before, week, entryId) : []),
  ]
}

function ownerInvalidation(before: PoolState, event: PickEvent, entry: Entry, week: Round, slot: Slot): Invalidation {
  const { entryId } = event.data
  const previous = pickAt(entry, week.id, slot)
  const { recordedAt } = event
  if (!('team' in event.data)) return { kind: 'pick_cleared', entryId, weekId: week.id, slot }
  const madeBy = makerOf(event)
  // The row names who picked for the owner, which the event does not.
  if (madeBy?.proxy !== undefined) return entries(entryId)
  const pick = toUserPick(week, {
    id: event.data.pickId,
    slot,
    team: event.data.team,
    isOverride: event.type === 'PickOverridden',
    isAuto: event.type === 'PickAssigned',
    ...(madeBy?.program && { made_by: { program: true } }),
    createdAt: createdAtForOwner(
      before,
      entry.userId,
      { createdAt: previous?.createdAt ?? recordedAt, weekId: week.id },
      recordedAt,
    ),
    updatedAt: recordedAt,
    version: event.position,
  })
  return { kind: 'pick', entryId, pick }
}

function presence(week: Round, entryId: EntryId, picks: number): AffectedTopic[] {
  return [affected(weekTopic(week.id), PICK_COUNT), affected('admin', { kind: 'picked', weekId: week.id, entryId, picks })]
}

/** Returns the topics of a pick that changed after the reveal: it is public, and may eliminate or reinstate the entry. */
function revealedPick(before: PoolState, week: Round, entryId: EntryId, isPresenceChanged: boolean): AffectedTopic[] {
  const invalidations: Invalidation[] = isPresenceChanged ? [entries(entryId), PICK_COUNT] : [entries(entryId)]
  const topics = [affected(weekTopic(week.id), ...invalidations), ...standing(before, week, entryId)]
  // The entry may have been out when the week locked, which the week says where a wipe-out can depend on it.
  if (rulesOf(before, week.contestId).wipeOut === 'share') return topics
  return [...topics, affected(seasonTopic(week.contestId), { kind: 'weeks', ids: [week.id] })]
}

/** Returns the topics that show an entry's standing after a week. */
function standing(before: PoolState, week: Round, entryId: EntryId): AffectedTopic[] {
  return [
    affected(seasonTopic(week.contestId), entries(entryId)),
    ...laterWeeks(before, week.contestId, week.weekNumber, entries(entryId)),
  ]
}

/** Returns whether a hidden pick's team has already lost: *Set All to Final* settles a week before its lock (docs/rules.md §4.4). */
function lossOf(before: PoolState, week: Round, entry: Entry, team: TeamAbbr | undefined): 'none' | 'loss' | 'waived' {
  if (team === undefined || weekResults(before, week).results.get(team) !== 'loss') return 'none'
  return entry.waivedLosses.some((loss) => loss.weekId === week.id && loss.team === team) ? 'waived' : 'loss'
}
