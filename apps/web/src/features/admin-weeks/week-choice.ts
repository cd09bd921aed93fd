import type { PoolView, WeekInfo } from '@outlast/contract/live'

/** Returns the week to show: the chosen one while it exists, else the current one, else the first. */
export function shownWeek({ weeks }: PoolView, chosen: number | undefined): WeekInfo | undefined {
  return weeks.find((week) => week.id === chosen) ?? weeks.find((week) => week.is_current) ?? sortWeeks(weeks)[0]
}

/** Sorts weeks by season and number. */
export function sortWeeks(weeks: readonly WeekInfo[]): readonly WeekInfo[] {
  return [...weeks].sort((a, b) => a.season_year - b.season_year || a.week_number - b.week_number)
}
