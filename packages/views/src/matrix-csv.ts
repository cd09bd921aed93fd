import { type CsvCell, toCsv } from '@outlast/contract/csv'
import type { SeasonView } from '@outlast/contract/live/wire'
import { resultLabel } from '@outlast/contract/words'
import { hasSeveralLives, weekLabel } from '@outlast/domain/rules'
import { picksOf, type SeasonRow, seasonRowsOf } from './season-rows.ts'

/** The rows and columns of the matrix that a file has. */
interface MatrixTable {
  readonly weeks: readonly number[]
  /** Whether there is a column for the lives that are left. */
  readonly hasLives: boolean
  readonly rows: readonly SeasonRow[]
}

/** Formats a season's matrix as CSV, with all entries by name. */
export function matrixCsv(view: SeasonView): string {
  const weeks = view.weeks.map((week) => week.week_number)
  return toCsv(matrixCsvRows({ weeks, hasLives: hasSeveralLives(view), rows: seasonRowsOf(view) }))
}

/** Returns the cells of a matrix, with a header. */
export function matrixCsvRows({ weeks, hasLives, rows }: MatrixTable): readonly (readonly CsvCell[])[] {
  const header = ['Entry', 'User', 'Eliminated', ...(hasLives ? ['Lives'] : []), ...weeks.map(weekName)]
  return [header, ...rows.map((row) => cellsOf(row, weeks, hasLives))]
}

/** `Week 4`, `Alive`, or `Champion`. */
export function eliminationLabel(week: number | null, isChampion: boolean): string {
  if (isChampion) return 'Champion'
  return week === null ? 'Alive' : weekName(week)
}

export const weekName = (week: number): string => `Week ${weekLabel(week)}`

function cellsOf(row: SeasonRow, weeks: readonly number[], hasLives: boolean): CsvCell[] {
  const { entry, eliminatedWeek, livesLeft, isChampion } = row
  const cells = weeks.map((week) => {
    const picks = picksOf(row, week)
    if (picks.length > 0)
      return picks.map(({ team, result, isAuto }) => `${team} ${resultLabel(result)}${isAuto ? ' (automatic)' : ''}`).join(', ')
    return entry.missed.includes(week) ? resultLabel(null) : ''
  })
  const lives = hasLives ? [livesLeft ?? ''] : []
  return [entry.name, entry.user_name, eliminationLabel(eliminatedWeek, isChampion), ...lives, ...cells]
}
