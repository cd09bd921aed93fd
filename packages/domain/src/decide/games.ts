import { automaticLock } from '../calendar.ts'
import { createEvent, type PoolEvent, type ScheduledGame } from '../events.ts'
import { entryStanding, seasonResults } from '../facts.ts'
import type { FeedGame, Game } from '../game.ts'
import { type EntryId, gameId } from '../ids.ts'
import { evolveGames } from '../evolve-games.ts'
import type { PoolState, Week } from '../state.ts'
import { type Decider, accept, requireAdmin, requireWeek } from './context.ts'
import { randomFrom } from './random.ts'

/**
 * What a feed's answer changes. A known game that is missing from it stays, and *Set All to Final* stands until the
 * feed brings a different final score (decisions.md §Settled further).
 */
export const syncGames: Decider<'SyncGames'> = (state, { weekId, games }, context) => {
  requireAdmin(state, context)
  const week = requireWeek(state, weekId)
  const known = new Map(week.games.map((game) => [game.espnId, game]))
  const told = [...new Map(games.map((game) => [game.espnId, game])).values()]
  let nextId = state.lastIds.game
  const scheduled: ScheduledGame[] = []
  const played: PoolEvent[] = []
  let created = 0
  let updated = 0
  for (const game of told) {
    const before = known.get(game.espnId)
    if (before === undefined) nextId += 1
    const id = before?.id ?? gameId(nextId)
    const moved = before === undefined || isMoved(before, game)
    if (moved) scheduled.push(scheduleOf(id, game))
    const progress = progressOf(week, id, before, game)
    played.push(...progress)
    if (before === undefined) created += 1
    else if (moved || progress.length > 0) updated += 1
  }
  const synced = scheduled.length === 0 ? [] : [createEvent('GamesSynced', { weekId, games: scheduled })]
  const events = [...synced, ...played]
  return {
    events: [...events, ...followedLock(week, events)],
    reply: { created, updated, total: told.length },
  }
}

function isMoved(before: Game, now: FeedGame): boolean {
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

/** The step from what is known of a game's play to what the feed says now. */
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

/** An automatic lock follows the synced games until the week has locked, never after. */
function followedLock(week: Week, events: readonly PoolEvent[]): readonly PoolEvent[] {
  if (!week.lockIsAutomatic || week.locked !== null) return []
  const lockTime = automaticLock(week.seasonYear, week.weekNumber, evolveGames(week, events))
  if (lockTime === week.lockTime) return []
  return [createEvent('LockTimeChanged', { weekId: week.id, lockTime, automatic: true })]
}

/** *Set All to Final*: settles at once, even before the lock (decisions.md §Rules 7). */
export const finalizeScores: Decider<'FinalizeScores'> = (state, { weekId }, context) => {
  requireAdmin(state, context)
  const week = requireWeek(state, weekId)
  const gameIds = week.games.filter((game) => !game.finalByAdmin).map((game) => game.id)
  if (gameIds.length === 0) return { events: [], reply: { updated: 0, eliminated: [] } }
  const events = [createEvent('GamesFinalizedByAdmin', { weekId, gameIds })]
  const after: Week = { ...week, games: evolveGames(week, events) }
  const updated = week.games.filter((game) => game.status !== 'final').length
  return { events, reply: { updated, eliminated: fallenThrough(state, week, after) } }
}

/** Entries that are alive now and out once a week is as `after`. */
function fallenThrough(state: PoolState, week: Week, after: Week): readonly EntryId[] {
  const before = seasonResults(state, week.seasonYear)
  const later = seasonResults(state, week.seasonYear, after)
  const fallen: EntryId[] = []
  for (const entry of state.entries.values()) {
    if (entryStanding(state, entry, before).status === 'out') continue
    if (entryStanding(state, entry, later).status === 'out') fallen.push(entry.id)
  }
  return fallen.sort((a, b) => a - b)
}

/** A rehearsal tool: every game of the week is under way with a random score. */
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
