import type { WeekInfo } from '@outlast/contract/live'
import { weekInList } from '../../pool/pool-text.ts'
import { formatCount } from '../../lib/numbers.ts'

/** A week in the list: locked, or the current one. */
export interface WeekChoice {
  readonly id: number
  /** `2026 • Week 4 • 118 picks • current`. */
  readonly label: string
  readonly season: number
  readonly number: number
  readonly isCurrent: boolean
  readonly isReopened: boolean
  /** Undefined until the counts are loaded. */
  readonly pickCount: number | undefined
}

/** Lists the locked weeks and the current one, newest first, with their pick counts. */
export function weekChoices(weeks: readonly WeekInfo[], counts: ReadonlyMap<number, number>): readonly WeekChoice[] {
  return weeks
    .filter((week) => week.is_locked || week.is_current)
    .map((week) => ({
      id: week.id,
      label: weekInList(week, counts.get(week.id)),
      season: week.season_year,
      number: week.week_number,
      isCurrent: week.is_current,
      isReopened: week.reopened_after_reveal,
      pickCount: counts.get(week.id),
    }))
}

/** `1 pick`, `12 picks`. */
export const formatPicks = (count: number): string => formatCount(count, 'pick')

/** `1 entry`, `1,200 entries`. */
export const formatEntries = (count: number): string => formatCount(count, 'entry', 'entries')
