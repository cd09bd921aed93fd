import type { BlockingGame } from '@outlast/views'
import { troubleText } from '../../desk/games-by-hand/hand-text.ts'

/** Sorts games that are not over: first those that need a hand, then those being played, then those with the most entries on them. */
export function inOrderOfInterest(games: readonly BlockingGame[], now: number): readonly BlockingGame[] {
  const rank = ({ game }: BlockingGame): number =>
    troubleText(game, now) !== undefined ? 0 : game.status === 'in_progress' ? 1 : 2
  return games.toSorted((a, b) => rank(a) - rank(b) || b.entries.length - a.entries.length)
}
