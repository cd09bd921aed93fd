import type { Game } from './game.ts'
import type { TeamAbbr } from './teams.ts'

/** What a settled game means for a pick of one of its teams. */
export type SettledResult = 'win' | 'loss'
/** What is shown of a pick: `tbd` until its game settles. */
export type PickResult = SettledResult | 'tbd'

type Scored = Pick<Game, 'home' | 'away' | 'status' | 'homeScore' | 'awayScore' | 'finalByAdmin'>

/**
 * Whether a game's result counts: final with numeric scores (pool.md §4), and either the week is locked or the
 * admin set it final, because an elimination before the lock would betray a hidden pick (decisions.md §Rules 7).
 */
export function isSettled(game: Scored, weekIsLocked: boolean): boolean {
  return game.status === 'final' && game.homeScore !== null && game.awayScore !== null && (weekIsLocked || game.finalByAdmin)
}

/** The results of a week's settled games by team. A tie is a loss for both (pool.md §4). */
export function settledResults(games: readonly Scored[], weekIsLocked: boolean): ReadonlyMap<TeamAbbr, SettledResult> {
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

/** Whether every game of a week that has games is final; only then a missed pick or a champion is decided. */
export function allGamesFinal(games: readonly Pick<Game, 'status'>[]): boolean {
  return games.length > 0 && games.every((game) => game.status === 'final')
}
