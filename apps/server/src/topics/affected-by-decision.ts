import { weekTopic } from '@outlast/contract/live/topics'
import {
  type Entry,
  type EntryId,
  entryId,
  type EventType,
  evolve,
  forkPool,
  joinedSeasonAt,
  lastJoiningPosition,
  type PoolState,
  type RecordedEvent,
  seasonOutcome,
  seasonResults,
  type WeekId,
  weekResults,
  weeksOfSeason,
} from '@outlast/domain'
import { affected, type AffectedTopic, entries, seasonYears } from './invalidation.ts'

/** Events that can decide a season or undo that. Randomized picks are excluded: they are a rehearsal, and too many to compare each. */
const DECIDING: ReadonlySet<EventType> = new Set<EventType>([
  'EntryEliminatedByHand',
  'EntryReinstated',
  'ActionUndone',
  'BuybackConfirmed',
  'EntryDeleted',
  'UserDeleted',
  'PickOverridden',
  'PickCleared',
  'WeekLocked',
  'GameScored',
  'GameStatusChanged',
  'GameFinalized',
  'ScoreCorrected',
  'GamesFinalizedByAdmin',
])

/**
 * Returns the weeks whose rosters change because an event decides a season or undoes that: entries that joined after the deciding week
 * leave the season, or return to it (docs/rules.md §6).
 */
export function topicsAffectedByDecision(event: RecordedEvent, before: PoolState): readonly AffectedTopic[] {
  if (!DECIDING.has(event.type) || (event.type === 'PickOverridden' && event.data.source === 'randomized')) return []
  const after = forkPool(before)
  evolve(after, event)
  return seasonsOf(event, before, after).flatMap((year) => {
    const moved = movedEntries(before, after, year)
    if (moved.length === 0) return []
    return weeksOfSeason(before, year).map((week) => affected(weekTopic(week.id), entries(...moved)))
  })
}

/** Returns the seasons whose standings the event may change: none for a pick of an open week or a score in a running game. */
function seasonsOf({ type, data }: RecordedEvent, before: PoolState, after: PoolState): readonly number[] {
  if ('seasonYear' in data) return [data.seasonYear]
  if (!('weekId' in data)) return seasonYears(before)
  const [week, changed] = [before.weeks.get(data.weekId as WeekId), after.weeks.get(data.weekId as WeekId)]
  if (week === undefined || changed === undefined) return []
  const isSettled = weekResults(week).complete || weekResults(changed).complete
  const isPick = type === 'PickOverridden' || type === 'PickCleared'
  return (isPick && week.locked !== null) || (!isPick && isSettled) ? [week.seasonYear] : []
}

/** Returns the entries that joined after a complete week and that take part before or after the event only. */
function movedEntries(before: PoolState, after: PoolState, seasonYear: number): readonly EntryId[] {
  const firstLock = Math.min(...completeLocks(before, seasonYear), ...completeLocks(after, seasonYear))
  const late: { readonly id: EntryId; readonly joined: number }[] = []
  for (const entry of lateCandidates(after, seasonYear, firstLock)) {
    const joined = joinedSeasonAt(after, entry, seasonYear)
    if (joined !== undefined && joined > firstLock) late.push({ id: entry.id, joined })
  }
  if (late.length === 0) return []
  const [was, is] = [lastJoining(before, seasonYear), lastJoining(after, seasonYear)]
  return late.filter(({ joined }) => joined < was !== joined < is).map(({ id }) => id)
}

/**
 * Returns the entries that may have joined a season after a position. In a season that an admin started, that may be any entry, by a
 * renewal. Otherwise it is the newest ones, so that a final score in a large pool costs no more than in a small one.
 */
function lateCandidates(pool: PoolState, seasonYear: number, position: number): Iterable<Entry> {
  if (pool.seasonStarts.some((start) => start.seasonYear === seasonYear)) return pool.entries.values()
  const newest: Entry[] = []
  for (let id = pool.lastIds.entry; id > 0; id -= 1) {
    const entry = pool.entries.get(entryId(id))
    if (entry === undefined) continue
    if (entry.createdPosition <= position) break
    newest.push(entry)
  }
  return newest
}

function completeLocks(pool: PoolState, seasonYear: number): readonly number[] {
  const { weeks } = seasonResults(pool, seasonYear)
  return weeks.flatMap(({ complete, lockPosition }) => (complete && lockPosition !== null ? [lockPosition] : []))
}

function lastJoining(pool: PoolState, seasonYear: number): number {
  const season = seasonResults(pool, seasonYear)
  return lastJoiningPosition(seasonOutcome(pool, season), season.weeks)
}
