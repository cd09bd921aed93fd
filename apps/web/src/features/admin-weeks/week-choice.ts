import type { PoolView, WeekInfo } from '@outlast/contract/live'

/** `2025 • Week 9 • current` (pool.md §2). */
export function weekLabel(week: WeekInfo): string {
  return [String(week.season_year), `Week ${week.week_number}`, ...(week.is_current ? ['current'] : [])].join(' • ')
}

/** The week to show: the chosen one while it exists, else the current one, else the first (pool.md §4). */
export function chosenWeek({ weeks }: PoolView, chosen: number | undefined): WeekInfo | undefined {
  return weeks.find((week) => week.id === chosen) ?? weeks.find((week) => week.is_current) ?? inOrder(weeks)[0]
}

/** Weeks by season and number. */
export function inOrder(weeks: readonly WeekInfo[]): readonly WeekInfo[] {
  return [...weeks].sort((a, b) => a.season_year - b.season_year || a.week_number - b.week_number)
}

/** Keeps only the digits of what was typed. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** A number from digits; undefined when there are none. */
export const numberOf = (digits: string): number | undefined => (/^\d+$/.test(digits) ? Number(digits) : undefined)
