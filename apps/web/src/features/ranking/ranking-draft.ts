import { TEAMS } from '@outlast/domain/rules'
import { textMatcher } from '../../lib/text-search.ts'

/** A list of teams that the member may be editing. */
export type Teams = readonly string[]

/** Moves a team to a place. Places outside of the list count as its ends. */
export function moveTeam(teams: Teams, from: number, to: number): Teams {
  const team = teams[from]
  if (team === undefined) return teams
  const rest = teams.filter((_, index) => index !== from)
  return rest.toSpliced(Math.max(0, to), 0, team)
}

export const isSameList = (a: Teams, b: Teams): boolean => a.join() === b.join()

/** Returns the teams that are not in the list and match the search, by city and name. */
export function otherTeams(listed: Teams, search: string) {
  const matches = textMatcher(search)
  return TEAMS.filter(({ abbr, city, name }) => !listed.includes(abbr) && matches([abbr, city, name]))
}
