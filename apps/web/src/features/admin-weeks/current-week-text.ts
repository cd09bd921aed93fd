import { weekLabel } from '@outlast/domain/rules'
import type { PoolView, WeekInfo } from '@outlast/contract/live'

/** Says what changes for members when an admin makes another week the current one. */
export function currentWeekConsequences(
  week: WeekInfo,
  { weeks, current_week_id }: Pick<PoolView, 'weeks' | 'current_week_id'>,
): string {
  const current = weeks.find(({ id }) => id === current_week_id)
  const pages = `Everybody’s pages show week ${weekLabel(week.week_number)} of ${week.season_year}${current === undefined ? '' : ` instead of week ${weekLabel(current.week_number)}${current.season_year === week.season_year ? '' : ` of ${current.season_year}`}`}.`
  const open = weeks
    .filter((other) => other.id !== week.id && other.season_year === week.season_year && !other.is_locked)
    .map(({ week_number }) => week_number)
    .sort((a, b) => a - b)
  const locked = week.is_locked ? ' It is locked.' : ''
  const others =
    open.length === 0
      ? ''
      : ` Members can still pick for ${open.length === 1 ? 'week' : 'weeks'} ${open.join(', ')}, which their dashboards list.`
  return `${pages}${locked}${others} Reminders go out for the current week. You can undo this.`
}
