import { blocksWeek, gameOfTeam, isCalledOff } from '@outlast/domain'
import type { GameInfo, WeekView } from '@outlast/contract/live/wire'
import { domainGame, pickedTeams } from './reveal.ts'

/** A game that keeps its week from being complete. */
export interface BlockingGame {
  readonly game: GameInfo
  /** The entries that wait for it; none before the reveal. */
  readonly entries: readonly WeekView['entries'][number][]
}

/** Returns the games that keep a week from being complete, in the order of the view (docs/rules.md §4.6). */
export function blockingGames({ games, entries }: Pick<WeekView, 'games' | 'entries'>): readonly BlockingGame[] {
  const mapped = games.map((game) => ({ ...domainGame(game), id: game.id }))
  const waiting = new Map<number, WeekView['entries'][number][]>()
  for (const entry of entries) {
    const own = new Set(pickedTeams(entry).map((team) => gameOfTeam(mapped, team)?.id))
    for (const id of own) if (id !== undefined) waiting.set(id, [...(waiting.get(id) ?? []), entry])
  }
  const blocking = new Set(mapped.filter(blocksWeek).map(({ id }) => id))
  return games.filter(({ id }) => blocking.has(id)).map((game) => ({ game, entries: waiting.get(game.id) ?? [] }))
}

/** Counts the games of a week that are being played, and those that are still to be: not the ones that are called off. */
export function gamesLeft(games: readonly GameInfo[]): { readonly playing: number; readonly toCome: number } {
  const left = games.filter((game) => blocksWeek(domainGame(game)) && !isCalledOff(game))
  const playing = left.filter(({ status }) => status === 'in_progress').length
  return { playing, toCome: left.length - playing }
}

/** Whether an admin can close a week: it is locked, and waits only for games that are called off (docs/rules.md §4.13). */
export function canCloseWeek(view: Pick<WeekView, 'week' | 'games' | 'entries'>): boolean {
  const blocking = view.week.is_locked ? blockingGames(view) : []
  return blocking.length > 0 && blocking.every(({ game }) => isCalledOff(game))
}
