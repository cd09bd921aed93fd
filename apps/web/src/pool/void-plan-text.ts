import { weekLabel } from '@outlast/domain/rules'
import type { OpenWeek } from '@outlast/views'

/** Tells an owner that a plan can’t stand (docs/rules.md §3.9). */
export function voidPlanText({ week_number, team_abbr, used_in_week }: OpenWeek): string {
  const team = team_abbr ?? 'its team'
  const why =
    used_in_week === week_number
      ? `the game of ${team} moved to another week`
      : `${team} was used in week ${used_in_week === null ? '–' : weekLabel(used_in_week)}`
  return `Your pick for week ${weekLabel(week_number)} can’t stand: ${why}. Choose another team.`
}
