import type { GameInfo } from '@outlast/contract/live'
import { isCalledOff, TEAMS } from '@outlast/domain/rules'

const abbreviations = new Set<string>(TEAMS.map(({ abbr }) => abbr))

/** Parses a comma-separated list of teams: trimmed, in capitals, each once. */
export function parseTeams(text: string): readonly string[] {
  const teams = text.split(',').map((team) => team.trim().toUpperCase())
  return [...new Set(teams.filter((team) => team !== ''))]
}

/** Formats a list of teams for {@link parseTeams}. */
export const formatTeams = (teams: readonly string[]): string => teams.join(', ')

/** Returns the abbreviations that are not a team of the league. */
export const unknownTeams = (teams: readonly string[]): readonly string[] => teams.filter((team) => !abbreviations.has(team))

/** Returns the teams that kick off before the lock, in order of kickoff. Ignores placeholder kickoffs and cancelled or postponed games. */
export function earlyTeams(games: readonly GameInfo[], lockTime: string): readonly string[] {
  const lock = Date.parse(lockTime)
  const early = games.filter((game) => hasKickoff(game) && Date.parse(game.start_time) < lock)
  return [...new Set(early.flatMap((game) => [game.away_team_abbr, game.home_team_abbr]))]
}

const hasKickoff = (game: GameInfo): boolean => game.kickoff_known && !isCalledOff(game)
