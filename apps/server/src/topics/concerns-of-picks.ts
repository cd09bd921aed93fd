import { seasonTopic, userTopic, weekTopic } from '@outlast/contract/live/topics'
import { toUserPick } from '@outlast/contract/rest/picks'
import {
  type Entry,
  type EntryId,
  type EventOfType,
  type Pick,
  type PoolState,
  type RecordedEvent,
  type TeamAbbr,
  type Week,
  weekResults,
} from '@outlast/domain'
import { type Concern, concern, entries, PICK_COUNT, type Touch } from './concerns.ts'
import { laterWeeks } from './concerns-among.ts'

type PickEvent = EventOfType<'PickSubmitted' | 'PickOverridden' | 'PickCleared'> & RecordedEvent

/**
 * Whom a pick concerns that was made, changed or taken away. Its owner always. While the week is open, that there is a
 * pick at all concerns the public count and the admin; which team, or that it was changed, concerns nobody else.
 */
export function pickConcerns(before: PoolState, event: PickEvent): readonly Concern[] {
  const { entryId, weekId } = event.data
  const entry = before.entries.get(entryId)
  const week = before.weeks.get(weekId)
  if (entry === undefined || week === undefined) return []
  const held = entry.picks.find((pick) => pick.weekId === weekId)
  const team = event.type === 'PickCleared' ? undefined : event.data.team
  const own = concern(userTopic(entry.userId), ownTouch(event, week, held))
  const isPresenceNew = (held === undefined) !== (team === undefined)
  if (week.locked !== null) return [own, ...openly(before, week, entryId, isPresenceNew)]
  return [
    own,
    ...(isPresenceNew ? presence(week, entryId, team !== undefined) : []),
    ...(lossOf(week, entry, held?.team) === lossOf(week, entry, team) ? [] : fall(before, week, entryId)),
  ]
}

function ownTouch(event: PickEvent, week: Week, held: Pick | undefined): Touch {
  const { entryId } = event.data
  if (event.type === 'PickCleared') return { what: 'pick_cleared', entryId, weekId: week.id }
  const pick = toUserPick(week, {
    id: event.data.pickId,
    team: event.data.team,
    isOverride: event.type === 'PickOverridden',
    createdAt: held?.createdAt ?? event.recordedAt,
    updatedAt: event.recordedAt,
    version: event.position,
  })
  return { what: 'pick', entryId, pick }
}

function presence(week: Week, entryId: EntryId, hasPick: boolean): Concern[] {
  return [concern(weekTopic(week.id), PICK_COUNT), concern('admin', { what: 'picked', weekId: week.id, entryId, hasPick })]
}

/** An override of a revealed pick: everybody sees it, and the entry may fall or come back by it. */
function openly(before: PoolState, week: Week, entryId: EntryId, isPresenceNew: boolean): Concern[] {
  const touches: Touch[] = isPresenceNew ? [entries(entryId), PICK_COUNT] : [entries(entryId)]
  return [concern(weekTopic(week.id), ...touches), ...fall(before, week, entryId)]
}

/** An entry's standing may change from a week on. */
function fall(before: PoolState, week: Week, entryId: EntryId): Concern[] {
  return [
    concern(seasonTopic(week.seasonYear), entries(entryId)),
    ...laterWeeks(before, week.seasonYear, week.weekNumber, entries(entryId)),
  ]
}

/**
 * What a hidden pick's team means already: only *Set All to Final* settles before the lock, and then everybody sees who
 * fell (decisions.md §Rules 7).
 */
function lossOf(week: Week, entry: Entry, team: TeamAbbr | undefined): 'none' | 'loss' | 'forgiven' {
  if (team === undefined || weekResults(week).results.get(team) !== 'loss') return 'none'
  return entry.waivedLosses.some((loss) => loss.weekId === week.id && loss.team === team) ? 'forgiven' : 'loss'
}
