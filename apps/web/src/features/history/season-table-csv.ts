import { type CsvCell, toCsv } from '@outlast/contract/csv'
import { eliminationLabel, matrixCsvRows, weekName } from '@outlast/views/matrix-csv'
import type { SeasonTable } from './season-table.ts'

/** Formats the shown table as CSV, with the same rows in the same order. */
export const tableCsv = (table: SeasonTable): string => toCsv(csvRows(table))

/** `outlast-leaderboard-2025.csv` */
export const csvFileName = (table: SeasonTable, season: number): string => `outlast-${table.tab}-${season}.csv`

function csvRows(table: SeasonTable): readonly (readonly CsvCell[])[] {
  switch (table.tab) {
    case 'matrix':
      return matrixCsvRows(table)
    case 'leaderboard': {
      const header = ['Rank', 'Entry', 'User', 'Wins', 'Losses', 'Eliminated', ...(table.hasLives ? ['Lives'] : [])]
      const rows = table.rows.map((row) => [
        row.rank,
        row.entry,
        row.user_name,
        row.wins,
        row.losses,
        eliminationLabel(row.eliminated_week, row.is_champion),
        ...(table.hasLives ? [row.lives_left ?? ''] : []),
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
