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
 * Returns the weeks whose moments change for another reason than their games: a pick, a standing or a name of one of their entries, or the
 * lock of a week.
 * @param affects what the event affects besides
 */
export function momentsAffectedByEntries(
  event: RecordedEvent,
  before: PoolState,
  affects: readonly AffectedTopic[],
): readonly AffectedTopic[] {
  const isNameOfUser = event.type === 'UserProfileChanged' && changesNames(event.data.fields)
  if (isNameOfUser) return before.entriesOfUser.get(event.data.userId)?.length ? weeksWithMoments(before).map(all) : []
  // Which weeks have locked decides who takes part in the season, and so how many were left in earlier weeks.
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
  const told = [...turns, ...added]
  if (told.length === 0) return []
  // Moments come from replaying the turns with the current games. So a game that is new, gone or moved can change what earlier turns came
  // to, and so can a turn that replaces one of the same minute. A game more or less can also complete the week, as if it always had been.
  const isReplaced = turnSequence(told, week.locked).length < turnSequence(turns, week.locked).length + added.length
  const changesEarlier = isReplaced || !isDeepStrictEqual(was.map(matchup), after.map(matchup))
  if (added.length > 0 && !changesEarlier) return [{ kind: 'moments', gameIds: [...new Set(added.map(({ gameId }) => gameId))] }]
  const isSame = weekResults(before, week).complete === weekResults(before, week, after).complete
  return isSame && !changesEarlier ? [] : [ALL]
}

const matchup = ({ id, home, away, kickoff }: Game) => [id, home, away, kickoff]
