import { type CsvCell, toCsv } from '../../lib/csv.ts'
import type { MatrixRow, Shown } from './shown.ts'
import { resultLabel } from '../../components/pool/pool-text.ts'

/** What is shown, as the text of a CSV file: the same rows in the same order, marks in words. */
export function shownCsv(shown: Shown): string {
  return toCsv(linesOf(shown))
}

/** `outlast-leaderboard-2025.csv` */
export const csvName = (shown: Shown, season: number): string => `outlast-${shown.tab}-${season}.csv`

function linesOf(shown: Shown): CsvCell[][] {
  switch (shown.tab) {
    case 'matrix': {
      const head = ['Entry', 'User', 'Eliminated', ...shown.weeks.map(weekName)]
      return [head, ...shown.rows.map((row) => matrixLine(row, shown.weeks))]
    }
    case 'leaderboard': {
      const head = ['Rank', 'Entry', 'User', 'Wins', 'Losses', 'Eliminated']
      const lines = shown.rows.map((row) => [
        row.rank,
        row.entry,
        row.user_name,
        row.wins,
        row.losses,
        eliminationText(row.eliminated_week, row.is_champion),
      ])
      return [head, ...lines]
    }
    case 'usage': {
      const head = ['Team', 'Total', 'Percent', ...shown.weeks.map(weekName)]
      const lines = shown.rows.map(({ team_abbr, total, percent, weeks }) => [
        team_abbr,
        total,
        percent,
        ...shown.weeks.map((week) => weeks[week] ?? 0),
      ])
      return [head, ...lines]
    }
  }
}

/** `Week 4`, `Alive`, or `Champion`. */
export function eliminationText(week: number | null, isChampion: boolean): string {
  if (isChampion) return 'Champion'
  return week === null ? 'Alive' : weekName(week)
}

export const weekName = (week: number): string => `Week ${week}`

function matrixLine({ entry, missed, isChampion }: MatrixRow, weeks: readonly number[]): CsvCell[] {
  const cells = weeks.map((week) => {
    const pick = entry.picks[week]
    if (pick !== undefined) return `${pick.team_abbr} ${resultLabel(pick.result)}`
    return missed.includes(week) ? resultLabel(null) : ''
  })
  return [entry.name, entry.user_name, eliminationText(entry.eliminated_week, isChampion), ...cells]
}
