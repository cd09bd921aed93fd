import { isDeepStrictEqual } from 'node:util'
import {
  type ContestId,
  does,
  type Entry,
  type EntryId,
  entryId,
  evolve,
  firstDecision,
  forkPool,
  isSeasonDecided,
  isWeekComplete,
  joinedSeasonAt,
  lastWeek,
  mainContest,
  type PoolState,
  type RecordedEvent,
  rulesOf,
  seasonChange,
  seasonOutcome,
  seasonOf,
  seasonResults,
  seasonTable,
  weekResults,
} from '@outlast/domain'
import { momentsOfContest } from './affected-by-moments.ts'
import { type AffectedTopic, entries, laterWeeks, contestIds } from './invalidation.ts'

/**
 * Returns the weeks whose rosters change because of other entries than those that the event is about: it decides a season or undoes that,
 * so that entries that joined after the deciding week leave it or return (docs/rules.md §6), or all that were left fall, so that they come
 * back (docs/rules.md §6.1). If the decision itself changes, the moments of all weeks may, because one of them tells of the champions.
 */
export function topicsAffectedByDecision(event: RecordedEvent, before: PoolState): readonly AffectedTopic[] {
  if (!does(event, 'may_decide') || isOneOfMany(event, before)) return []
  const after = forkPool(before)
  evolve(after, event)
  return contestsOf(event, before, after).flatMap((contestId) => {
    const changed = [...wipedOut(before, after, contestId), ...leftOrReturned(before, after, contestId)]
    const weeks = changed.length === 0 ? [] : laterWeeks(before, contestId, 0, entries(...changed))
    return decisionIn(before, contestId) === decisionIn(after, contestId)
      ? weeks
      : [...weeks, ...momentsOfContest(before, contestId)]
  })
}

/** Returns the deciding week and the champions of a contest's season as a text to compare; empty while it is running. */
function decisionIn(pool: PoolState, contestId: ContestId): string {
  const season = seasonResults(pool, contestId)
  if (!isSeasonDecided(pool, season)) return ''
  const outcome = seasonOutcome(pool, season)
  return outcome.status === 'running' ? '' : `${outcome.weekNumber} ${outcome.champions.join()}`
}

/** Whether the event is one of many picks, too many to compare each: of an open week, which decides nothing, or randomized (a rehearsal). */
function isOneOfMany(event: RecordedEvent, before: PoolState): boolean {
  if (!does(event, 'sets_pick', 'clears_pick')) return false
  if (event.type === 'PickOverridden' && event.data.source === 'randomized') return true
  return before.rounds.get(event.data.weekId)?.locked === null
}

/**
 * Returns the contests whose standings the event may change: none for a score in a running game. A result can decide a season also in a
 * week that stays incomplete, because a later one may be complete.
 */
function contestsOf({ type, data }: RecordedEvent, before: PoolState, after: PoolState): readonly ContestId[] {
  if ('seasonYear' in data) return [mainContest(data.seasonYear)]
  if (!('weekId' in data)) return contestIds(before)
  const isPick = does({ type }, 'sets_pick', 'clears_pick')
  return [...before.rounds.values()].flatMap((round) => {
    const changed = after.rounds.get(round.id)
    if ((round.id !== data.weekId && round.scheduleId !== data.weekId) || changed === undefined) return []
    const mayDecide = isPick || isWeekComplete(before, round) || isWeekComplete(after, changed)
    return mayDecide || !isDeepStrictEqual(weekResults(before, round), weekResults(after, changed)) ? [round.contestId] : []
  })
}

/** Returns the entries that fall, come back or are out in another week because a week becomes a wipe-out or stops being one. */
function wipedOut(before: PoolState, after: PoolState, contestId: ContestId): readonly EntryId[] {
  if (rulesOf(before, contestId).wipeOut === 'share' && rulesOf(after, contestId).wipeOut === 'share') return []
  const [was, is] = [seasonResults(before, contestId), seasonResults(after, contestId)]
  if (was.wipeOuts.join() === is.wipeOuts.join()) return []
  const now = seasonTable(after, is).joined
  return [...seasonTable(before, was).joined.values()].flatMap(({ entryId: id, standing }) => {
    const changed = now.get(id)
    return changed === undefined || lastWeek(changed.standing) === lastWeek(standing) ? [] : [id]
  })
}

/**
 * Returns the entries that joined after a complete week and that take part before or after the event only. In a season that is running
 * before and after, all take part.
 */
function leftOrReturned(before: PoolState, after: PoolState, contestId: ContestId): readonly EntryId[] {
  const seasonYear = seasonOf(after, contestId)
  const [was, is] = [seasonResults(before, contestId), seasonResults(after, contestId)]
  const firstLock = Math.min(firstDecision(was), firstDecision(is))
  const isLate = (entry: Entry): boolean => (joinedSeasonAt(after, entry, seasonYear) ?? 0) > firstLock
  if (!lateCandidates(after, seasonYear, firstLock).some(isLate)) return []
  if (!isSeasonDecided(before, was) && !isSeasonDecided(after, is)) return []
  return seasonChange(seasonTable(before, was), seasonTable(after, is)).leftOrReturned
}

/**
 * Returns the entries that may have joined a season after a position. In a season that an admin started, that may be any entry, by a
 * renewal. Otherwise it is the newest ones, so that a final score in a large pool costs no more than in a small one.
 */
function lateCandidates(pool: PoolState, seasonYear: number, position: number): IteratorObject<Entry> {
  if (pool.seasonStarts.some((start) => start.seasonYear === seasonYear)) return pool.entries.values()
  const newest: Entry[] = []
  for (let id = pool.lastIds.entry; id > 0; id -= 1) {
    const entry = pool.entries.get(entryId(id))
    if (entry === undefined) continue
    if (entry.createdPosition <= position) break
    newest.push(entry)
  }
  return newest.values()
}
