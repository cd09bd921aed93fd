import { gameOfTeam, hasKickedOff, isListed } from '../values/game-life.ts'
import type { Instant } from '../values/instant.ts'
import type { TeamAbbr } from '../values/teams.ts'
import { gamesOf, type PoolState, type Round } from './state.ts'

/** Whether the game that a team plays in a week has begun. */
export function hasTeamBegun(state: PoolState, week: Round, team: TeamAbbr, siteNow: Instant): boolean {
  const game = gameOfTeam(gamesOf(state, week), team)
  return game !== undefined && hasKickedOff(game, siteNow)
}

/** Whether a game of a week has begun. */
export function hasWeekBegun(state: PoolState, week: Round, siteNow: Instant): boolean {
  return gamesOf(state, week).some((game) => isListed(game) && hasKickedOff(game, siteNow))
}
