import type { CommandData } from '../commands.ts'
import { createEvent } from '../events/events.ts'
import { type Game, gameProgress, type GameProgress } from '../values/game.ts'
import { blocksWeek, GAME_LIFE, isCalledOff, isListed, isMovedByHand, stateOf } from '../values/game-life.ts'
import type { GameId } from '../values/ids.ts'
import { gamesOf, type PoolState, rulesOf, type ScheduleWeek } from '../state/state.ts'
import { RuleViolation } from '../events/violation.ts'
import { accept, type Decider, reject, requireRound, requireVersion } from './context.ts'
import { progressOf, restoredGame } from './sync-games.ts'

/**
 * Sets what a game has come to, for a scoreboard that is down, wrong or late. It stands until the game is returned to the feed
 * (docs/rules.md §4.13). Like the feed's, a result of an open week counts once the week locks.
 */
export const setGame: Decider<'SetGame'> = (state, command) => {
  if (command.reason === '') throw new RuleViolation('reason_required')
  const { week, game } = requireGame(state, command.gameId)
  // What the feed describes is no difference.
  const before = { ...game, detail: null }
  return accept(...progressOf(week.id, game.id, before, progressAfter(game, command), 'hand'))
}

function progressAfter(game: Game, { status, homeScore, awayScore }: CommandData['SetGame']): GameProgress {
  if (status === 'moved') return { status: 'postponed', phase: 'moved', homeScore: null, awayScore: null, detail: null }
  const after = status ?? (GAME_LIFE[stateOf(game)].settles ? 'final' : 'in_progress')
  if (after !== 'in_progress' && after !== 'final') return { status: after, homeScore: null, awayScore: null, detail: null }
  const scores = { homeScore: homeScore ?? game.homeScore, awayScore: awayScore ?? game.awayScore }
  if (scores.homeScore === null || scores.awayScore === null) throw new RuleViolation('score_required')
  return { status: after, ...scores, detail: null }
}

/** Lets the feed decide again. The game is what the feed said before, until the feed is asked the next time. */
export const returnGame: Decider<'ReturnGame'> = (state, { gameId: id }) => {
  const { week, game } = requireGame(state, id)
  return game.byHand === undefined ? accept() : accept(...returned(state, week, game, game.byHand))
}

/** The events after which a game is what the feed, or an earlier action, said. */
export function returned(state: PoolState, week: Pick<ScheduleWeek, 'id'>, game: Game, earlier: GameProgress) {
  const progress = isSameProgress({ ...game, finalByAdmin: false }, earlier)
    ? []
    : restoredGame(state, week, game.id, earlier, 'undo')
  return [createEvent('GameReturnedToFeed', { weekId: week.id, gameId: game.id }), ...progress]
}

export function isSameProgress(game: GameProgress, other: GameProgress): boolean {
  return JSON.stringify(gameProgress(game)) === JSON.stringify(gameProgress(other))
}

/** Completes a week without its games that are called off (docs/rules.md §4.13). */
export const closeWeek: Decider<'CloseWeek'> = (state, { weekId, reason, ifVersion }) => {
  if (reason === '') throw new RuleViolation('reason_required')
  const week = requireRound(state, weekId)
  requireVersion(week.version, ifVersion)
  if (week.locked === null) throw new RuleViolation('close_open_week')
  const blocking = gamesOf(state, week).filter(blocksWeek)
  const unfinished = blocking.filter((game) => !isCalledOff(game))
  if (unfinished.length > 0) throw new RuleViolation('games_not_over', { games: unfinished.map(nameGame).join(', ') })
  if (blocking.length === 0) throw new RuleViolation('nothing_to_close')
  const picks = rulesOf(state, week.contestId).cancelledGame === 'loss' ? 'lose' : 'survive'
  return accept(createEvent('WeekClosed', { weekId, gameIds: blocking.map(({ id }) => id), picks }))
}

const nameGame = ({ home, away }: Game): string => `${away} at ${home}`

/** A game that the scoreboard lists elsewhere is not a game of its old week any more; one that an admin marked as moved can be returned. */
function requireGame(state: PoolState, id: GameId): { readonly week: ScheduleWeek; readonly game: Game } {
  for (const week of state.schedule.values()) {
    const game = week.games.find((candidate) => candidate.id === id && (isListed(candidate) || isMovedByHand(candidate)))
    if (game !== undefined) return { week, game }
  }
  return reject('game_not_found')
}
