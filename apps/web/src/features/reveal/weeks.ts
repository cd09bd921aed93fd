import type { WeekInfo } from '@outlast/contract/live'

/** A week to choose: one that has locked, or the current one. */
export interface WeekChoice {
  readonly id: number
  readonly season: number
  readonly number: number
  readonly isCurrent: boolean
  readonly reopened: boolean
  /** Undefined until the list of weeks has told. */
  readonly pickCount: number | undefined
}

/** The weeks there is something to see of, newest first, with their picks counted as far as that is known. */
export function weekChoices(weeks: readonly WeekInfo[], counts: ReadonlyMap<number, number>): readonly WeekChoice[] {
  return weeks
    .filter((week) => week.is_locked || week.is_current)
    .map((week) => ({
      id: week.id,
      season: week.season_year,
      number: week.week_number,
      isCurrent: week.is_current,
      reopened: week.reopened_after_reveal,
      pickCount: counts.get(week.id),
    }))
}

/** `1 pick`, `12 picks`. */
export const picksInWords = (count: number): string => counted(count, 'pick')

/** `1 entry`, `1,200 entries`. */
export const entriesInWords = (count: number): string => counted(count, 'entry', 'entries')

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}

/** `2026 • Week 4 • 118 picks • current` (pool.md §2). */
export function weekLabel({ season, number, pickCount, isCurrent }: WeekChoice): string {
  const picks = pickCount === undefined ? [] : [picksInWords(pickCount)]
  return [season, `Week ${number}`, ...picks, ...(isCurrent ? ['current'] : [])].join(' • ')
}
