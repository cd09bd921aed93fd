import { createEvent, type PoolEvent } from '../events/events.ts'
import { entryStanding, seasonResults } from '../standing/season-results.ts'
import { isListed } from '../values/game-life.ts'
import type { ContestId, EntryId } from '../values/ids.ts'
import { gamesOf, type PoolState, type Round } from '../state/state.ts'
import { accept, type Decider, type DecisionContext, requireRound, requireVersion } from './context.ts'
import { lockWeek } from './lock.ts'
import { poolAfter } from './pool-after.ts'
import { randomFrom } from './random.ts'

/** *Set All to Final*: the results count immediately. A week that has not locked locks first (docs/rules.md §4.4). */
export const finalizeScores: Decider<'FinalizeScores'> = (state, { weekId, ifVersion }, context) => {
  const week = requireRound(state, weekId)
  requireVersion(week.version, ifVersion)
  const games = gamesOf(state, week)
  const gameIds = games.filter((game) => isListed(game) && !game.finalByAdmin).map((game) => game.id)
  const events = [
    ...(week.locked === null ? lockNow(state, week, context) : []),
    ...(gameIds.length === 0 ? [] : [createEvent('GamesFinalizedByAdmin', { weekId: week.scheduleId, gameIds })]),
  ]
  const updated = games.filter((game) => isListed(game) && game.status !== 'final').length
  return { events, reply: { updated, eliminated: newlyEliminated(state, poolAfter(state, events, context), week.contestId) } }
}

/** Locks a week by moving its lock time to the present, so that everybody sees the reveal before a result counts. */
function lockNow(state: PoolState, week: Round, { siteNow, hashing }: DecisionContext): readonly PoolEvent[] {
  return [
    createEvent('LockTimeChanged', { weekId: week.id, lockTime: siteNow, automatic: false }),
    ...lockWeek(state, { ...week, lockTime: siteNow }, hashing),
  ]
}

/** Returns the entries that are alive now and out afterwards, ordered by id. */
function newlyEliminated(state: PoolState, after: PoolState, contestId: ContestId): readonly EntryId[] {
  const before = new Set(entriesOut(state, contestId))
  return entriesOut(after, contestId)
    .filter((id) => !before.has(id))
    .sort((a, b) => a - b)
}

function entriesOut(state: PoolState, contestId: ContestId): EntryId[] {
  const season = seasonResults(state, contestId)
  return [...state.entries.values()].filter((entry) => entryStanding(state, entry, season).status === 'out').map(({ id }) => id)
}

/** *Randomize Scores*: sets every game of the week to in progress with a random score (docs/rules.md §4.8). */
export const randomizeScores: Decider<'RandomizeScores'> = (state, { weekId, seed, ifVersion }, context) => {
  const week = requireRound(state, weekId)
  requireVersion(week.version, ifVersion)
  const random = randomFrom(context.hashing, seed)
  const games = gamesOf(state, week).filter((game) => isListed(game) && game.byHand === undefined)
  const events = games.map((game) =>
    createEvent('GameScored', {
      weekId: week.scheduleId,
      gameId: game.id,
      homeScore: random.below(MAX_RANDOM_SCORE),
      awayScore: random.below(MAX_RANDOM_SCORE),
      detail: null,
      source: 'randomized',
    }),
  )
  return { ...accept(...events), reply: { updated: events.length } }
}
const MAX_RANDOM_SCORE = 46
