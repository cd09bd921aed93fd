import { type Team, TEAMS } from '@outlast/contract/teams'

const teams: ReadonlyMap<string, Team> = new Map(TEAMS.map((team) => [team.abbr, team]))

/** The team of an abbreviation from the wire; undefined for a placeholder (`TBD`). */
export function teamOf(abbr: string): Team | undefined {
  return teams.get(abbr)
}

/** "Dallas Cowboys", or the abbreviation of what is no team. */
export function teamName(abbr: string): string {
  const team = teamOf(abbr)
  return team === undefined ? abbr : `${team.city} ${team.name}`
}
