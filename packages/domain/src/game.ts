import type { GameId, WeekId } from './ids.ts'
import type { Instant } from './instant.ts'
import type { TeamAbbr } from './teams.ts'

export const GAME_STATUSES = ['scheduled', 'in_progress', 'final', 'cancelled', 'postponed'] as const
export type GameStatus = (typeof GAME_STATUSES)[number]

/** A game as a feed reports it. Scores are null until the game has started and the feed has both. */
export interface FeedGame {
  /** The feed's id of the game, which stays the same when the game is rescheduled. */
  readonly espnId: string
  readonly home: TeamAbbr
  readonly away: TeamAbbr
  readonly kickoff: Instant
  /** False for a placeholder kickoff (`timeValid: false` in the feed), which never locks anything. */
  readonly kickoffKnown: boolean
  readonly status: GameStatus
  readonly homeScore: number | null
  readonly awayScore: number | null
  /** The feed's short description of the current state, e.g. `1:01 - 4th`, if it has one. */
  readonly detail: string | null
}

/** A game of a week of the pool. */
export interface Game extends FeedGame {
  readonly id: GameId
  readonly weekId: WeekId
  /** Whether *Set All to Final* made it final, so that it counts even before the lock (docs/rules.md §4.4). */
  readonly finalByAdmin: boolean
}

/** What a settled game means for a pick of one of its teams. */
export type SettledResult = 'win' | 'loss'
/** The result of a pick as shown to people: `tbd` until its game is settled. */
export type PickResult = SettledResult | 'tbd'

type ScoredGame = Pick<Game, 'home' | 'away' | 'status' | 'homeScore' | 'awayScore' | 'finalByAdmin'>

/**
 * Whether a game's result counts: it is final with both scores, and its week is locked or an admin made it final. Otherwise
 * an elimination before the lock would reveal a hidden pick (docs/rules.md §4.1, §4.3).
 */
export function isSettled(game: ScoredGame, weekIsLocked: boolean): boolean {
  return game.status === 'final' && game.homeScore !== null && game.awayScore !== null && (weekIsLocked || game.finalByAdmin)
}

/** Returns the results of a week's settled games by team. A tie is a loss for both teams (docs/rules.md §1.3). */
export function settledResults(games: readonly ScoredGame[], weekIsLocked: boolean): ReadonlyMap<TeamAbbr, SettledResult> {
  const results = new Map<TeamAbbr, SettledResult>()
  for (const game of games) {
    if (!isSettled(game, weekIsLocked)) continue
    const home = game.homeScore ?? 0
    const away = game.awayScore ?? 0
    results.set(game.home, home > away ? 'win' : 'loss')
    results.set(game.away, away > home ? 'win' : 'loss')
  }
  return results
}

/** Whether a week has games and all of them are final (docs/rules.md §4.6). */
export function allGamesFinal(games: readonly Pick<Game, 'status'>[]): boolean {
  return games.length > 0 && games.every((game) => game.status === 'final')
}
