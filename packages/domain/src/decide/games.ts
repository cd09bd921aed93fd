import { automaticLock } from '../calendar.ts'
import { createEvent, type EventMetadata, type PoolEvent, type ScheduledGame } from '../events.ts'
import { evolve } from '../evolve.ts'
import { entryStanding, seasonResults } from '../standing.ts'
import type { FeedGame, Game } from '../game.ts'
import { type EntryId, gameId, position } from '../ids.ts'
import { evolveGames } from '../evolve-games.ts'
import { forkPool, type PoolState, type Week } from '../state.ts'
import { type Decider, type DecisionContext, accept, requireAdmin, requireWeek } from './context.ts'
import { lockWeek } from './lock.ts'
import { randomFrom } from './random.ts'

/** Adds and updates the games that a feed reports, and never deletes any (docs/rules.md §4.7). */
export const syncGames: Decider<'SyncGames'> = (state, { weekId, games }, context) => {
  requireAdmin(state, context)
  const week = requireWeek(state, weekId)
  const known = new Map(week.games.map((game) => [game.espnId, game]))
  const reported = [...new Map(games.map((game) => [game.espnId, game])).values()]
  let nextId = state.lastIds.game
  const scheduled: ScheduledGame[] = []
  const progress: PoolEvent[] = []
  let created = 0
  let updated = 0
  for (const game of reported) {
    const before = known.get(game.espnId)
    if (before === undefined) nextId += 1
    const id = before?.id ?? gameId(nextId)
    const isRescheduled = before === undefined || hasNewSchedule(before, game)
    if (isRescheduled) scheduled.push(scheduleOf(id, game))
    const changes = progressOf(week, id, before, game)
    progress.push(...changes)
    if (before === undefined) created += 1
    else if (isRescheduled || changes.length > 0) updated += 1
  }
  const synced = scheduled.length === 0 ? [] : [createEvent('GamesSynced', { weekId, games: scheduled })]
  const events = [...synced, ...progress]
  return {
    events: [...events, ...moveAutomaticLock(week, events)],
    reply: { created, updated, total: reported.length },
  }
}

function hasNewSchedule(before: Game, now: FeedGame): boolean {
  return (
    before.kickoff !== now.kickoff ||
    before.kickoffKnown !== now.kickoffKnown ||
    before.home !== now.home ||
    before.away !== now.away
  )
}

function scheduleOf(id: Game['id'], { espnId, home, away, kickoff, kickoffKnown }: FeedGame): ScheduledGame {
  return { gameId: id, espnId, home, away, kickoff, kickoffKnown }
}

/** Returns what changed in a game's progress since the last sync. */
function progressOf(week: Week, id: Game['id'], before: Game | undefined, now: FeedGame): readonly PoolEvent[] {
  const scores = { homeScore: now.homeScore, awayScore: now.awayScore, detail: now.detail }
  const sameScores = before?.homeScore === now.homeScore && before.awayScore === now.awayScore
  const at = { weekId: week.id, gameId: id }
  if (now.status === 'final') {
    if (before?.status !== 'final') return [createEvent('GameFinalized', { ...at, ...scores })]
    return sameScores ? [] : [createEvent('ScoreCorrected', { ...at, ...scores })]
  }
  if (before?.finalByAdmin === true) return []
  if (now.status === 'in_progress') {
    const same = before?.status === 'in_progress' && sameScores && before.detail === now.detail
    return same ? [] : [createEvent('GameScored', { ...at, ...scores, source: 'feed' })]
  }
  if ((before?.status ?? 'scheduled') === now.status) return []
  return [createEvent('GameStatusChanged', { ...at, status: now.status, detail: now.detail })]
}

/** Moves an automatic lock time with the synced games, as long as the week has not locked (docs/rules.md §2.3). */
function moveAutomaticLock(week: Week, events: readonly PoolEvent[]): readonly PoolEvent[] {
  if (!week.lockIsAutomatic || week.locked !== null) return []
  const lockTime = automaticLock(week.seasonYear, week.weekNumber, evolveGames(week, events))
  if (lockTime === week.lockTime) return []
  return [createEvent('LockTimeChanged', { weekId: week.id, lockTime, automatic: true })]
}

/** *Set All to Final*: the results count immediately. A week that has not locked locks first (docs/rules.md §4.4). */
export const finalizeScores: Decider<'FinalizeScores'> = (state, { weekId }, context) => {
  requireAdmin(state, context)
  const week = requireWeek(state, weekId)
  const gameIds = week.games.filter((game) => !game.finalByAdmin).map((game) => game.id)
  const events = [
    ...(week.locked === null ? lockNow(state, week, context) : []),
    ...(gameIds.length === 0 ? [] : [createEvent('GamesFinalizedByAdmin', { weekId, gameIds })]),
  ]
  const updated = week.games.filter((game) => game.status !== 'final').length
  return { events, reply: { updated, eliminated: newlyEliminated(state, poolAfter(state, events, context), week.seasonYear) } }
}

/** Locks a week by moving its lock time to the present, so that everybody sees the reveal before a result counts. */
function lockNow(state: PoolState, week: Week, { siteNow, hashing }: DecisionContext): readonly PoolEvent[] {
  return [
    createEvent('LockTimeChanged', { weekId: week.id, lockTime: siteNow, automatic: false }),
    ...lockWeek(state, { ...week, lockTime: siteNow }, hashing),
  ]
}

/** Returns a copy of the pool as events that are about to be recorded will leave it. */
function poolAfter(state: PoolState, events: readonly PoolEvent[], { now, siteNow }: DecisionContext): PoolState {
  const after = forkPool(state)
  const metadata: EventMetadata = { actor: null, role: 'system' }
  for (const event of events) {
    evolve(after, { ...event, position: position(after.position + 1), recordedAt: now, siteTime: siteNow, metadata })
  }
  return after
}

/** Returns the entries that are alive now and out afterwards, ordered by id. */
function newlyEliminated(state: PoolState, after: PoolState, seasonYear: number): readonly EntryId[] {
  const before = seasonResults(state, seasonYear)
  const changed = seasonResults(after, seasonYear)
  const eliminated: EntryId[] = []
  for (const entry of after.entries.values()) {
    const known = state.entries.get(entry.id)
    if (known === undefined || entryStanding(state, known, before).status === 'out') continue
    if (entryStanding(after, entry, changed).status === 'out') eliminated.push(entry.id)
  }
  return eliminated.sort((a, b) => a - b)
}

/** *Randomize Scores*: sets every game of the week to in progress with a random score (docs/rules.md §4.8). */
export const randomizeScores: Decider<'RandomizeScores'> = (state, { weekId, seed }, context) => {
  requireAdmin(state, context)
  const week = requireWeek(state, weekId)
  const random = randomFrom(context.hashing, seed)
  const events = week.games.map((game) =>
    createEvent('GameScored', {
      weekId,
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
