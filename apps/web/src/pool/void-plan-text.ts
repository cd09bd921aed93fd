import { weekLabel } from '@outlast/domain/rules'
import type { OpenWeek } from '@outlast/views'
import { obstacleTo } from './pick-rules.ts'

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

/**
 * Says after the lock why a pick does not count: "BUF had no game in week 5"; null if that is not known.
 * @param used the weeks in which the entry used its teams
 */
export function setAsideText(
  team: string,
  week_number: number,
  games: Parameters<typeof obstacleTo>[0],
  used: ReadonlyMap<string, number>,
): string | null {
  const code = obstacleTo(games, team, week_number)?.code
  if (code === 'team_on_bye') return `${team} had no game in week ${weekLabel(week_number)}`
  if (code === 'game_left') return `the game of ${team} moved to another week`
  const usedIn = used.get(team)
  return usedIn === undefined ? null : `${team} was used in week ${weekLabel(usedIn)}`
}
