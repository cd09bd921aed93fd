import { weekLabel } from '@outlast/domain/rules'
import type { OpenWeek } from '@outlast/views'

/** Tells an owner that a plan can’t stand (docs/rules.md §3.9). In a week with several picks, it is one of them. */
export function voidPlanText(week: OpenWeek): string {
  const { week_number, picks = 1 } = week
  const label = weekLabel(week_number)
  return `${picks > 1 ? `One of your picks for week ${label}` : `Your pick for week ${label}`} can’t stand: ${reasonOf(week)}. Choose another team.`
}

function reasonOf({ week_number, team_abbr, used_in_week, no_game }: OpenWeek): string {
  const team = team_abbr ?? 'its team'
  if (no_game === true) return `${team} has no game in week ${weekLabel(week_number)}`
  if (used_in_week === week_number) return `the game of ${team} moved to another week`
  return `${team} was used in week ${used_in_week === null ? '–' : weekLabel(used_in_week)}`
}
