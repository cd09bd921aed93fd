import type { OpenWeek as RestOpenWeek } from '@outlast/contract/rest/dashboard'
import type { Immutable, SeasonView, UserEntry, UserPick, WeekInfo } from '@outlast/contract/live/wire'
import { isUseCounted, judgePick, type Obstacle, obstaclesIn, type TeamUses } from '@outlast/domain/rules'
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
      const reasons = own.map((pick) => voidReason(pick, entry.picks, weeks, season, rules))
      const voided = reasons.findIndex((reason) => reason !== null)
      return {
        week_id: id,
        week_number,
        lock_time,
        has_pick: own.length > 0,
        ...(picks !== undefined && { picks, picked: own.length }),
        team_abbr: (own[voided] ?? own[0])?.team_abbr ?? null,
        used_in_week: reasons[voided]?.week_number ?? null,
        ...(reasons[voided]?.code === 'team_on_bye' && { no_game: true as const }),
      }
    })
}

/** Why a plan cannot stand, and the locked week in which its team was used; its own week if the team has no game in it. */
export interface VoidReason {
  readonly code: Obstacle
  readonly week_number: number
}

/**
 * Returns why a plan of an entry for an open week is void: the entry counts as one without it (docs/rules.md §3.9). Null if the plan counts,
 * and after the lock.
 */
export function voidReason(
  plan: UserPick,
  picks: readonly UserPick[],
  weeks: readonly WeekInfo[],
  season: Pick<SeasonView, 'weeks'> | undefined,
  rules: TeamUses,
): VoidReason | null {
  const isLocked = (id: number): boolean => weeks.find((week) => week.id === id)?.is_locked === true
  const { team_abbr: team } = plan
  if (team === null || isLocked(plan.week_id)) return null
  const counts = ({ week_number }: UserPick) => isUseCounted(rules, week_number, plan.week_number)
  const used = picks.filter(
    (pick) => pick.team_abbr === team && pick.season_year === plan.season_year && isLocked(pick.week_id) && counts(pick),
  )
  const last = used[rules.teamUses - 1]
  const own = season?.weeks.find(({ id }) => id === plan.week_id)
  const obstacles = obstaclesIn({
    team_used: last !== undefined,
    game_left: own?.left_teams.includes(team),
    team_on_bye: own?.bye_teams?.includes(team),
  })
  const verdict = judgePick(obstacles, { isLocked: false, hadFirstLock: own !== undefined && own.first_lock_position !== null })
  if (verdict.is === 'standing') return null
  return {
    code: verdict.why,
    week_number: verdict.why === 'team_used' && last !== undefined ? last.week_number : plan.week_number,
  }
}
