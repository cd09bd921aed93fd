import type { WeekInfo } from '@outlast/contract/live'

/** Says what it means for members that an admin makes another week the current one, besides what the preview finds. */
export function currentWeekConsequences(week: WeekInfo, weeks: readonly WeekInfo[]): string {
  const open = weeks
    .filter((other) => other.id !== week.id && other.season_year === week.season_year && !other.is_locked)
    .map(({ week_number }) => week_number)
    .sort((a, b) => a - b)
  const locked = week.is_locked ? 'It is locked. ' : ''
  const others =
    open.length === 0
      ? ''
      : `Members can still pick for ${open.length === 1 ? 'week' : 'weeks'} ${open.join(', ')}, which their dashboards list. `
  return `${locked}${others}Reminders go out for the current week. You can undo this.`
}
