import { type GameLike, gameLineText } from './game-text.ts'

/** Whether an entry is in, else since when and why not (as `standingsOf` says it). */
export type StandingLike =
  | { readonly status: 'alive' }
  | {
      readonly status: 'out'
      readonly eliminatedWeek: number
      readonly cause: 'loss' | 'missed' | 'hand'
      readonly team: string | null
    }

/** "Alive" or "Out in week 4: DAL 40–40 GB"; the game of the lost pick when it is known, else the team. */
export function standingText(standing: StandingLike, game?: GameLike): string {
  if (standing.status === 'alive') return 'Alive'
  const why = reasonOf(standing, game)
  return `Out in week ${standing.eliminatedWeek}${why === undefined ? '' : `: ${why}`}`
}

function reasonOf(standing: Extract<StandingLike, { status: 'out' }>, game?: GameLike): string | undefined {
  if (standing.cause === 'missed') return 'no pick'
  if (standing.cause === 'hand') return 'by an admin'
  if (game !== undefined) return gameLineText(game)
  // A loss whose team is not revealed yet has no letters in it.
  return standing.team !== null && /^[A-Z]+$/.test(standing.team) ? standing.team : undefined
}
