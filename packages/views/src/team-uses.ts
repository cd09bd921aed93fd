import type { RulesInfo, UserPick, WeekInfo } from '@outlast/contract/live/wire'
import * as domain from '@outlast/domain/rules'

/** Returns how often a team can be used, by the rules of the pool's topic. */
export function teamUsesOf(rules: Pick<RulesInfo, 'team_uses' | 'teams_free_again_in'>): domain.TeamUses {
  return { teamUses: rules.team_uses, teamsFreeAgainIn: rules.teams_free_again_in }
}

/** Returns the teams that an entry cannot pick because of other weeks of a week's season, with the number of the last week of use. */
export function usedTeams(
  picks: readonly Pick<UserPick, 'team_abbr' | 'week_id' | 'season_year' | 'week_number'>[],
  week: Pick<WeekInfo, 'id' | 'season_year' | 'week_number'> | null | undefined,
  uses: domain.TeamUses,
): ReadonlyMap<string, number> {
  if (week === null || week === undefined) return new Map()
  const used = picks.flatMap(({ team_abbr: team, week_id, season_year, week_number }) =>
    team === null ? [] : [{ team, week: { id: week_id, contestId: season_year, weekNumber: week_number } }],
  )
  return domain.usedTeams(used, { id: week.id, contestId: week.season_year, weekNumber: week.week_number }, uses)
}
