import { resultOfLead } from '@outlast/domain/rules'
import type { GameLike } from './pool-text.ts'

/** How a team stands in a game that has begun; null before it. A score that is level counts as the result that it would be. */
export function leadOf(game: GameLike, team: string): 'win' | 'loss' | 'tie' | null {
  const { status, home_team_abbr: home, home_score: homeScore, away_score: awayScore } = game
  const hasBegun = status === 'in_progress' || status === 'final'
  if (!hasBegun || homeScore === null || awayScore === null) return null
  const lead = homeScore - awayScore
  return resultOfLead(team === home ? lead : -lead, game.counts_as)
}
