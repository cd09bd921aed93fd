import { easternKickoff, easternTimeOfDay } from '../../clock/format.ts'
import type { BoardGame } from './board.ts'

/** `at PHI · Sun, Nov 22, 1:00 PM ET`: a team's game as it concerns who picks it; undefined without a game. */
export function kickoffText(game: BoardGame | undefined, team: string): string | undefined {
  if (game === undefined) return undefined
  const isHome = game.home_team_abbr === team
  const opponent = isHome ? `vs ${game.away_team_abbr}` : `at ${game.home_team_abbr}`
  return `${opponent} · ${easternKickoff(game.start_time, game.kickoff_known)}`
}

/** `1:00 PM ET`, or what became of the game. */
export function kickoffTime(game: BoardGame): string {
  if (game.status === 'cancelled') return 'Cancelled'
  if (game.status === 'postponed') return 'Postponed'
  return game.kickoff_known ? `${easternTimeOfDay(game.start_time)} ET` : 'Time not set'
}
