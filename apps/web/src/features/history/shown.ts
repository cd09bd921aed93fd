import {
  type LeaderboardRow,
  leaderboardOf,
  type Matrix,
  type MatrixEntry,
  matrixOf,
  type SeasonView,
  type UsageRow,
  usageOf,
} from '@outlast/contract/live'
import type { Sort } from '../../components/data-table/data-table.tsx'
import type { Tab } from './history-params.ts'
import { matching } from './search-index.ts'

/** A row of the Matrix. */
export interface MatrixRow {
  readonly entry: MatrixEntry
  /** Weeks whose lock found the entry alive without a pick. */
  readonly missed: readonly number[]
  readonly isOwn: boolean
  readonly isChampion: boolean
}

/** A row of the Leaderboard. */
export interface StandingRow extends LeaderboardRow {
  readonly isOwn: boolean
}

/** A row of Team Usage. */
export interface TeamRow extends UsageRow {
  /** The highest count of any team in any week: what the heat is measured by. */
  readonly most: number
}

/** What a tab shows, filtered and sorted: the table and the exported file are both made of it. */
export type Shown =
  | { readonly tab: 'matrix'; readonly weeks: readonly number[]; readonly rows: readonly MatrixRow[] }
  | { readonly tab: 'leaderboard'; readonly rows: readonly StandingRow[] }
  | { readonly tab: 'usage'; readonly weeks: readonly number[]; readonly rows: readonly TeamRow[] }

/** What is shown of a season. */
export interface ShownInput {
  readonly tab: Tab
  readonly view: SeasonView
  readonly search: string
  readonly sort: Sort
  /** The viewer's own entries. */
  readonly own: ReadonlySet<number>
}

/** What a tab shows of a season. What the search does not find is left out; ranks stay those among all. */
export function shownOf(input: ShownInput): Shown {
  const { tab, view, search, own, sort } = input
  const matrix = matrixOf(view)
  const found = matching(view.entries, search)
  switch (tab) {
    case 'matrix':
      return { tab, weeks: matrix.weeks.map((week) => week.week_number), rows: sortMatrix(matrixRows(input, found), sort) }
    case 'leaderboard': {
      const rows = standingsIn(matrix).filter((row) => found === null || found.has(row.entry_id))
      return {
        tab,
        rows: sortStandings(
          rows.map((row) => ({ ...row, isOwn: own.has(row.entry_id) })),
          sort,
        ),
      }
    }
    case 'usage':
      return { tab, weeks: playedWeeks(matrix), rows: sortTeams(teamRows(matrix, found), sort) }
  }
}

const leaderboards = new WeakMap<Matrix, readonly LeaderboardRow[]>()

function standingsIn(matrix: Matrix): readonly LeaderboardRow[] {
  const known = leaderboards.get(matrix) ?? leaderboardOf(matrix)
  leaderboards.set(matrix, known)
  return known
}

function matrixRows({ view, own }: ShownInput, found: ReadonlySet<number> | null): MatrixRow[] {
  const matrix = matrixOf(view)
  const champions = new Set(matrix.champion_entry_ids)
  const rows: MatrixRow[] = []
  matrix.entries.forEach((entry, i) => {
    if (found !== null && !found.has(entry.id)) return
    // The matrix has its entries in the order of the view.
    const missed = view.entries[i]?.missed ?? []
    rows.push({ entry, missed, isOwn: own.has(entry.id), isChampion: champions.has(entry.id) })
  })
  return rows
}

/** Weeks that can have been played: those locked, and those with picks all the same. */
function playedWeeks(matrix: Matrix): readonly number[] {
  return matrix.weeks.filter((week) => week.is_locked).map((week) => week.week_number)
}

function teamRows(matrix: Matrix, found: ReadonlySet<number> | null): TeamRow[] {
  const entries = found === null ? matrix.entries : matrix.entries.filter((entry) => found.has(entry.id))
  const rows = usageOf({ ...matrix, entries })
  const most = Math.max(1, ...rows.flatMap((row) => Object.values(row.weeks)))
  return rows.map((row) => ({ ...row, most }))
}

const ALIVE = Infinity

/** Rows come in the order of names, which equals keep. */
function sortMatrix(rows: MatrixRow[], { key, direction }: Sort): readonly MatrixRow[] {
  if (key === 'eliminated') return rows.sort(by((row) => row.entry.eliminated_week ?? ALIVE, direction))
  return direction === 'asc' ? rows : rows.toReversed()
}

function sortStandings(rows: StandingRow[], { key, direction }: Sort): readonly StandingRow[] {
  switch (key) {
    case 'entry':
      return rows.sort(by((row) => row.entry.toLowerCase(), direction))
    case 'wins':
      return rows.sort(by((row) => row.wins, direction))
    case 'losses':
      return rows.sort(by((row) => row.losses, direction))
    case 'eliminated':
      return rows.sort(by((row) => row.eliminated_week ?? ALIVE, direction))
    default:
      return direction === 'asc' ? rows : rows.toReversed()
  }
}

function sortTeams(rows: TeamRow[], { key, direction }: Sort): readonly TeamRow[] {
  return rows.sort(key === 'team' ? by((row) => row.team_abbr, direction) : by((row) => row.total, direction))
}

/** Texts by code point and not by anybody's locale, as the pool orders entries everywhere. */
function by<Row, Value extends number | string>(value: (row: Row) => Value, direction: Sort['direction']) {
  const sign = direction === 'asc' ? 1 : -1
  return (a: Row, b: Row): number => {
    const [left, right] = [value(a), value(b)]
    return left === right ? 0 : left < right ? -sign : sign
  }
}
