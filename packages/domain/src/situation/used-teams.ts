import { allPicks } from '../state/entry-picks.ts'
import { type Entry, type Pick, type PoolState, type Round, rulesOf } from '../state/state.ts'
import { usedTeams } from '../values/team-uses.ts'
import type { TeamAbbr } from '../values/teams.ts'

/** The teams that the entry cannot pick because of other weeks of the season. Weeks that were deleted freed their teams. */
export function usedTeamsInOtherWeeks(state: PoolState, entry: Entry, week: Round): ReadonlyMap<TeamAbbr, number> {
  return usedTeams(withWeeks(state, allPicks(entry)), week, rulesOf(state, week.contestId))
}

/** The teams that the entry cannot pick because of other weeks of the season, as everybody knows, because those weeks have locked. */
export function publiclyUsedTeamsOf(state: PoolState, entry: Entry, week: Round): ReadonlyMap<TeamAbbr, number> {
  const revealed = withWeeks(state, allPicks(entry)).filter((pick) => pick.week.locked !== null)
  return usedTeams(revealed, week, rulesOf(state, week.contestId))
}

/** Returns picks with their weeks. Those of deleted weeks are left out. */
export function withWeeks(state: PoolState, picks: readonly Pick[]) {
  return picks.flatMap(({ team, weekId }) => {
    const week = state.rounds.get(weekId)
    return week === undefined ? [] : [{ team, week }]
  })
}
