import type { OpenWeek as RestOpenWeek } from '@outlast/contract/rest/dashboard'
import type { Immutable, SeasonView, UserEntry, UserPick, WeekInfo } from '@outlast/contract/live/wire'
import { isUseCounted, type TeamUses } from '@outlast/domain/rules'
import { standingsOf, takesPartInWeek } from './standings.ts'

export type OpenWeek = Immutable<RestOpenWeek>

/**
 * Returns the open weeks of a season in which an entry can pick, by number: all of them, whichever week is current, while the entry is
 * alive (docs/rules.md §9.1).
 */
export function openWeeksOf(
  entry: Pick<UserEntry, 'id' | 'picks'>,
  weeks: readonly WeekInfo[],
  season: SeasonView,
  rules: TeamUses,
): readonly OpenWeek[] {
  const inSeason = season.entries.find(({ id }) => id === entry.id)
  if (inSeason === undefined || standingsOf(season).get(entry.id)?.status === 'out') return []
  const open = weeks.filter((week) => {
    const own = season.weeks.find(({ id }) => id === week.id)
    const isTooLate = own !== undefined && own.played_lock_position !== null && !takesPartInWeek(inSeason, own)
    return week.season_year === season.season_year && !week.is_locked && !isTooLate
  })
  return open
    .toSorted((a, b) => a.week_number - b.week_number)
    .map(({ id, week_number, lock_time, picks }) => {
      const own = entry.picks.filter(({ week_id }) => week_id === id)
      const used = own.map((pick) => usedInWeek(pick, entry.picks, weeks, season, rules))
      const voided = used.findIndex((week) => week !== null)
      return {
        week_id: id,
        week_number,
        lock_time,
        has_pick: own.length > 0,
        ...(picks !== undefined && { picks, picked: own.length }),
        team_abbr: (own[voided] ?? own[0])?.team_abbr ?? null,
        used_in_week: used[voided] ?? null,
      }
    })
}

/**
 * Returns the number of the locked week in which an entry used the team that it has planned, or of the plan's own week if the team's game
 * moved to another one: the plan is void, and the entry counts as one without a pick (docs/rules.md §3.9, §4.11). Null if the plan counts.
 */
export function usedInWeek(
  plan: UserPick,
  picks: readonly UserPick[],
  weeks: readonly WeekInfo[],
  season: Pick<SeasonView, 'weeks'> | undefined,
  rules: TeamUses,
): number | null {
  const isLocked = (id: number): boolean => weeks.find((week) => week.id === id)?.is_locked === true
  const { team_abbr: team } = plan
  if (team === null || isLocked(plan.week_id)) return null
  const counts = ({ week_number }: UserPick) => isUseCounted(rules, week_number, plan.week_number)
  const used = picks.filter(
    (pick) => pick.team_abbr === team && pick.season_year === plan.season_year && isLocked(pick.week_id) && counts(pick),
  )
  const last = used[rules.teamUses - 1]
  if (last !== undefined) return last.week_number
  const own = season?.weeks.find(({ id }) => id === plan.week_id)
  return own?.first_lock_position === null && own.left_teams.includes(team) ? own.week_number : null
}
