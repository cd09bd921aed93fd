import { gameLineText, type GameLike } from './game-text.ts'

/** A game in a line: "DAL 40–40 GB", away at home. */
export function GameLine({ game }: { readonly game: GameLike }) {
  return <span>{gameLineText(game)}</span>
}
