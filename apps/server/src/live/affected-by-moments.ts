import { isDeepStrictEqual } from 'node:util'
import { weekTopic } from '@outlast/contract/live/topics'
import {
  changesNames,
  type ContestId,
  type Game,
  gamesOf,
  type PoolState,
  type RecordedEvent,
  type Round,
  turnsAfter,
  weekResults,
} from '@outlast/domain'
import { turnSequence } from '@outlast/projections'
import { affected, type AffectedTopic, type Invalidation } from './invalidation.ts'

const ALL: Invalidation = { kind: 'moments', gameIds: null }

/**
 * Returns the weeks whose moments change because of what happens to their entries or the names of these: a pick, a standing, a name, or the
 * lock. Only games make them otherwise.
 * @param affects what the event affects besides
 */
export function momentsAffectedByEntries(
  event: RecordedEvent,
  before: PoolState,
  affects: readonly AffectedTopic[],
): readonly AffectedTopic[] {
  const isNameOfUser = event.type === 'UserProfileChanged' && changesNames(event.data.fields)
  if (isNameOfUser) return before.entriesOfUser.get(event.data.userId)?.length ? weeksWithMoments(before).map(all) : []
  // Who takes part in a season, and so how many were left in an earlier week, depends on which weeks have locked.
  if (event.type === 'WeekLocked' || event.type === 'WeekReopened' || event.type === 'WeekDeleted') {
    return [...before.rounds.values()]
      .filter((week) => (week.locked !== null || week.id === event.data.weekId) && hasTurns(before, week))
      .map(all)
  }
  const changed = new Set<string>()
  for (const { topic, invalidations } of affects) {
    if (invalidations.some(({ kind }) => kind === 'entries')) changed.add(topic)
  }
  if (changed.size === 0) return []
  return weeksWithMoments(before)
    .filter(({ id }) => changed.has(weekTopic(id)))
    .map(all)
}

const all = ({ id }: Round): AffectedTopic => affected(weekTopic(id), ALL)

/** Returns the weeks of a contest that have moments. */
export function momentsOfContest(before: PoolState, contestId: ContestId): readonly AffectedTopic[] {
  return weeksWithMoments(before)
    .filter((week) => week.contestId === contestId)
    .map(all)
}

function weeksWithMoments(before: PoolState): readonly Round[] {
  return [...before.rounds.values()].filter((week) => week.locked !== null && hasTurns(before, week))
}

function hasTurns({ schedule }: PoolState, { scheduleId }: Round): boolean {
  return (schedule.get(scheduleId)?.turns.length ?? 0) > 0
}

/** Returns what an event about games adds to the moments of a locked week, or changes in them. */
export function momentsAfterGames(
  before: PoolState,
  event: RecordedEvent,
  week: Round,
  after: readonly Game[],
): readonly Invalidation[] {
  if (week.locked === null) return []
  const turns = before.schedule.get(week.scheduleId)?.turns ?? []
  const was = gamesOf(before, week)
  const added = turnsAfter(turns, was, after, event).slice(turns.length)
  const all = [...turns, ...added]
  if (all.length === 0) return []
  // Turns are played again with the games of now, so another game changes what they came to, and so does a turn that takes the place of one
  // of the same minute. A game more or less may also make the week complete, as if it had been so from the beginning.
  const isReplaced = turnSequence(all, week.locked).length < turnSequence(turns, week.locked).length + added.length
  const isOther = isReplaced || !isDeepStrictEqual(was.map(matchup), after.map(matchup))
  if (added.length > 0 && !isOther) return [{ kind: 'moments', gameIds: [...new Set(added.map(({ gameId }) => gameId))] }]
  const isSame = weekResults(before, week).complete === weekResults(before, week, after).complete
  return isSame && !isOther ? [] : [ALL]
}

const matchup = ({ id, home, away, kickoff }: Game) => [id, home, away, kickoff]
