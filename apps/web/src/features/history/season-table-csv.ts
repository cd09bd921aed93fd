import { weekLabel } from '@outlast/domain/rules'
import { resultLabel } from '../../pool/pool-text.ts'
import { type CsvCell, toCsv } from '@outlast/contract/csv'
import { type MatrixRow, picksOf, type SeasonTable } from './season-table.ts'

/** Formats the shown table as CSV, with the same rows in the same order. */
export const tableCsv = (table: SeasonTable): string => toCsv(csvRows(table))

/** `outlast-leaderboard-2025.csv` */
export const csvFileName = (table: SeasonTable, season: number): string => `outlast-${table.tab}-${season}.csv`

function csvRows(table: SeasonTable): CsvCell[][] {
  const livesHeader = table.tab !== 'usage' && table.hasLives ? ['Lives'] : []
  switch (table.tab) {
    case 'matrix': {
      const header = ['Entry', 'User', 'Eliminated', ...livesHeader, ...table.weeks.map(weekName)]
      return [header, ...table.rows.map((row) => matrixCsvRow(row, table))]
    }
    case 'leaderboard': {
      const header = ['Rank', 'Entry', 'User', 'Wins', 'Losses', 'Eliminated', ...livesHeader]
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

/** `Week 4`, `Alive`, or `Champion`. */
export function eliminationLabel(week: number | null, isChampion: boolean): string {
  if (isChampion) return 'Champion'
  return week === null ? 'Alive' : weekName(week)
}

export const weekName = (week: number): string => `Week ${weekLabel(week)}`

function matrixCsvRow(row: MatrixRow, { weeks, hasLives }: Extract<SeasonTable, { tab: 'matrix' }>): CsvCell[] {
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
