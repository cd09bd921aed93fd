import type { GameInfo } from '@outlast/contract/live'
import { gameOfTeam, hasKickedOff } from '@outlast/domain/rules'
import { easternWeekday } from '../clock/format.ts'

type Kickoff = Pick<GameInfo, 'status' | 'phase' | 'start_time' | 'kickoff_known'>
export type BegunGame = Kickoff & Pick<GameInfo, 'away_team_abbr' | 'home_team_abbr' | 'away_score' | 'home_score'>

/** Whether a game has kicked off at a site time in milliseconds. */
export function hasBegun({ status, phase, start_time, kickoff_known }: Kickoff, now: number): boolean {
  return hasKickedOff({ status, phase, kickoff: Date.parse(start_time), kickoffKnown: kickoff_known }, now)
}

/** Says what is known of a team whose game has begun: "won 23–19 on Thursday". Undefined before its kickoff. */
export function begunText(games: readonly BegunGame[], team: string, now: number): string | undefined {
  const sides = games.map((game) => ({ ...game, home: game.home_team_abbr, away: game.away_team_abbr }))
  const game = gameOfTeam(sides, team)
  if (game === undefined || !hasBegun(game, now)) return undefined
  const isHome = game.home === team
  const [own, other] = isHome ? [game.home_score, game.away_score] : [game.away_score, game.home_score]
  const day = easternWeekday(game.start_time)
  if (own === null || other === null) return `kicked off on ${day}`
  const score = `${own}–${other}`
  if (game.status !== 'final') return `${own === other ? 'tied' : own > other ? 'leading' : 'trailing'} ${score} since ${day}`
  return `${own === other ? 'tied' : own > other ? 'won' : 'lost'} ${score} on ${day}`
}
