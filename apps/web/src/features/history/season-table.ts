import { hasSeveralLives } from '@outlast/domain/rules'
import type { SeasonView } from '@outlast/contract/live'
import { type LeaderboardRow, leaderboardOf, type Matrix, matrixOf, type UsageRow, usageOf } from '@outlast/views'
import { type SeasonRow, seasonRowsOf } from '@outlast/views/season-rows'
import type { Sort } from '../../ui/table/data-table.tsx'
import type { Tab } from './history-params.ts'
import { naturalOrder } from '../../lib/natural-order.ts'
import { matchingIds } from './search-index.ts'

/** A row of the Matrix tab. */
export interface MatrixRow extends SeasonRow {
  readonly isOwn: boolean
}

/** A row of the Leaderboard tab. */
export interface StandingRow extends LeaderboardRow {
  /** Whether another entry has the same rank. */
  readonly isTied: boolean
  readonly isOwn: boolean
}

/** A row of the Team Usage tab. */
export interface TeamRow extends UsageRow {
  /** The highest count of any team in any week; the heat map is relative to it. */
  readonly highestCount: number
}

/** The filtered and sorted table of a tab. The page and the CSV file both show it. */
export type SeasonTable =
  | {
      readonly tab: 'matrix'
      readonly weeks: readonly number[]
      /** How many picks each of these weeks takes from an entry. */
      readonly slots: readonly number[]
      /** The week that is played or picked now. Null without an open week: the last one. */
      readonly openWeek: number | null
      /** Whether an entry begins with several lives. */
      readonly hasLives: boolean
      readonly rows: readonly MatrixRow[]
    }
  | { readonly tab: 'leaderboard'; readonly hasLives: boolean; readonly rows: readonly StandingRow[] }
  | { readonly tab: 'usage'; readonly weeks: readonly number[]; readonly rows: readonly TeamRow[] }

/** What a {@link SeasonTable} is made from. */
export interface TableInput {
  readonly tab: Tab
  readonly view: SeasonView
  readonly search: string
  readonly sort: Sort
  /** The ids of the viewer's own entries. */
  readonly ownEntryIds: ReadonlySet<number>
}

/** Builds the table of a tab. The search filters rows, but ranks still count all entries. */
export function seasonTable(input: TableInput): SeasonTable {
  const { tab, view, search, ownEntryIds, sort } = input
  const matches = matchingIds(view.entries, search)
  const hasLives = hasSeveralLives(view)
  switch (tab) {
    case 'matrix':
      return {
        tab,
        weeks: view.weeks.map((week) => week.week_number),
        slots: view.weeks.map((week) => week.picks ?? 1),
        openWeek: view.weeks.find((week) => !week.is_locked)?.week_number ?? null,
        hasLives,
        rows: ownFirst(sortMatrix(matrixRows(input, matches), sort)),
      }
    case 'leaderboard': {
      const leaderboard = cachedLeaderboard(matrixOf(view))
      const rows = leaderboard.flatMap((row, i) => {
        if (matches !== null && !matches.has(row.entry_id)) return []
        const isTied = leaderboard[i - 1]?.rank === row.rank || leaderboard[i + 1]?.rank === row.rank
        return [{ ...row, isTied, isOwn: ownEntryIds.has(row.entry_id) }]
      })
      return { tab, hasLives, rows: ownFirst(sortStandings(rows, sort)) }
    }
    case 'usage': {
      const matrix = matrixOf(view)
      return { tab, weeks: lockedWeeks(matrix), rows: sortTeams(teamRows(matrix, matches), sort) }
    }
  }
}

const ownFirst = <Row extends { readonly isOwn: boolean }>(rows: readonly Row[]): readonly Row[] => [
  ...rows.filter(({ isOwn }) => isOwn),
  ...rows.filter(({ isOwn }) => !isOwn),
]

const leaderboards = new WeakMap<Matrix, readonly LeaderboardRow[]>()

function cachedLeaderboard(matrix: Matrix): readonly LeaderboardRow[] {
  const leaderboard = leaderboards.get(matrix) ?? leaderboardOf(matrix)
  leaderboards.set(matrix, leaderboard)
  return leaderboard
}

function matrixRows({ view, ownEntryIds }: TableInput, matches: ReadonlySet<number> | null): MatrixRow[] {
  const rows = seasonRowsOf(view).filter(({ entry }) => matches === null || matches.has(entry.id))
  return rows.map((row) => ({ ...row, isOwn: ownEntryIds.has(row.entry.id) }))
}

/** Returns the numbers of the locked weeks. */
function lockedWeeks(matrix: Matrix): readonly number[] {
  return matrix.weeks.filter((week) => week.is_locked).map((week) => week.week_number)
}

function teamRows(matrix: Matrix, matches: ReadonlySet<number> | null): TeamRow[] {
  const entries = matches === null ? matrix.entries : matrix.entries.filter((entry) => matches.has(entry.id))
  const rows = usageOf({ ...matrix, entries })
  const highestCount = Math.max(1, ...rows.flatMap((row) => Object.values(row.weeks)))
  return rows.map((row) => ({ ...row, highestCount }))
}

/** Sorts entries that are alive after every week. */
const ALIVE = Infinity

/** Equal rows are in the natural order of their names. */
function sortMatrix(unsorted: MatrixRow[], { key, direction }: Sort): readonly MatrixRow[] {
  const rows = naturalOrder(unsorted, ({ entry }) => entry.name)
  if (key === 'eliminated') return rows.sort(compareBy((row) => row.eliminatedWeek ?? ALIVE, direction))
  // Alive entries, then the others, those that went out last first.
  if (key === 'standing') return inDirection(rows.sort(compareBy((row) => row.eliminatedWeek ?? ALIVE, 'desc')), direction)
  return inDirection(rows, direction)
}

function inDirection<Row>(rows: readonly Row[], direction: Sort['direction']): readonly Row[] {
  return direction === 'asc' ? rows : rows.toReversed()
}

function sortStandings(rows: StandingRow[], { key, direction }: Sort): readonly StandingRow[] {
  switch (key) {
    case 'entry':
      return inDirection(
        naturalOrder(rows, ({ entry }) => entry.toLowerCase()),
        direction,
      )
    case 'wins':
      return rows.sort(compareBy((row) => row.wins, direction))
    case 'losses':
      return rows.sort(compareBy((row) => row.losses, direction))
    case 'eliminated':
      return rows.sort(compareBy((row) => row.eliminated_week ?? ALIVE, direction))
    default:
      return direction === 'asc' ? rows : rows.toReversed()
  }
}

function sortTeams(rows: TeamRow[], { key, direction }: Sort): readonly TeamRow[] {
  return rows.sort(key === 'team' ? compareBy((row) => row.team_abbr, direction) : compareBy((row) => row.total, direction))
}

/** Compares text by code point, not by locale, as the pool does everywhere. */
function compareBy<Row, Value extends number | string>(value: (row: Row) => Value, direction: Sort['direction']) {
  const sign = direction === 'asc' ? 1 : -1
  return (a: Row, b: Row): number => {
    const [left, right] = [value(a), value(b)]
    return left === right ? 0 : left < right ? -sign : sign
  }
}
