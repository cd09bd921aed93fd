import type { GameInfo } from '@outlast/contract/live'
import { TEAMS } from '@outlast/contract/teams'

const abbreviations = new Set<string>(TEAMS.map(({ abbr }) => abbr))

/** The teams of a comma-separated text: trimmed, in capitals, without blanks (pool.md §5), each once. */
export function teamsOf(text: string): readonly string[] {
  const teams = text.split(',').map((part) => part.trim().toUpperCase())
  return [...new Set(teams.filter((team) => team !== ''))]
}

/** The text that {@link teamsOf} reads. */
export const textOf = (teams: readonly string[]): string => teams.join(', ')

/** What of a list is no team of the league. */
export const unknownTeams = (teams: readonly string[]): readonly string[] => teams.filter((team) => !abbreviations.has(team))

/** Teams whose game kicks off before the lock, in order of kickoff. Placeholder kickoffs and games called off do not count. */
export function earlyTeams(games: readonly GameInfo[], lockTime: string): readonly string[] {
  const lock = Date.parse(lockTime)
  const early = games.filter((game) => isOn(game) && Date.parse(game.start_time) < lock)
  return [...new Set(early.flatMap((game) => [game.away_team_abbr, game.home_team_abbr]))]
}

const isOn = ({ kickoff_known, status }: GameInfo): boolean => kickoff_known && status !== 'cancelled' && status !== 'postponed'
