import { resultLabel } from '../../components/pool/pool-text.ts'
import { type CsvCell, toCsv } from '../../lib/csv.ts'
import type { MatrixRow, SeasonTable } from './season-table.ts'

/** Formats the shown table as CSV, with the same rows in the same order. */
export const tableCsv = (table: SeasonTable): string => toCsv(csvRows(table))

/** `outlast-leaderboard-2025.csv` */
export const csvFileName = (table: SeasonTable, season: number): string => `outlast-${table.tab}-${season}.csv`

function csvRows(table: SeasonTable): CsvCell[][] {
  switch (table.tab) {
    case 'matrix': {
      const header = ['Entry', 'User', 'Eliminated', ...table.weeks.map(weekName)]
      return [header, ...table.rows.map((row) => matrixCsvRow(row, table.weeks))]
    }
    case 'leaderboard': {
      const header = ['Rank', 'Entry', 'User', 'Wins', 'Losses', 'Eliminated']
      const rows = table.rows.map((row) => [
        row.rank,
        row.entry,
        row.user_name,
        row.wins,
        row.losses,
        eliminationLabel(row.eliminated_week, row.is_champion),
      ])
      return [header, ...rows]
    }
    case 'usage': {
      const header = ['Team', 'Total', 'Percent', ...table.weeks.map(weekName)]
      const rows = table.rows.map(({ team_abbr, total, percent, weeks }) => [
        team_abbr,
        total,
        percent,
        ...table.weeks.map((week) => weeks[week] ?? 0),
      ])
      return [header, ...rows]
    }
  }
}

/** `Week 4`, `Alive`, or `Champion`. */
export function eliminationLabel(week: number | null, isChampion: boolean): string {
  if (isChampion) return 'Champion'
  return week === null ? 'Alive' : weekName(week)
}

export const weekName = (week: number): string => `Week ${week}`

function matrixCsvRow({ entry, missed, isChampion }: MatrixRow, weeks: readonly number[]): CsvCell[] {
  const cells = weeks.map((week) => {
    const pick = entry.picks[week]
    if (pick !== undefined) return `${pick.team_abbr} ${resultLabel(pick.result)}`
    return missed.includes(week) ? resultLabel(null) : ''
  })
  return [entry.name, entry.user_name, eliminationLabel(entry.eliminated_week, isChampion), ...cells]
}
