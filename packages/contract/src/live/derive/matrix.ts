import type { PickResult } from '@outlast/domain'
import type { SeasonView } from '../wire.ts'
import { eliminationOf, finishOfSeason, standingsOf } from './standings.ts'

export interface MatrixCell {
  readonly team_abbr: string
  readonly result: PickResult
}

export interface MatrixEntry {
  readonly id: number
  readonly name: string
  readonly user_name: string
  /** Revealed picks by week number. */
  readonly picks: Readonly<Record<string, MatrixCell>>
  readonly is_eliminated: boolean
  readonly eliminated_week: number | null
}

/** A season's matrix (decisions.md §Settled further). Entries in the order of names. */
export interface Matrix {
  readonly season_year: number
  readonly weeks: readonly { readonly id: number; readonly week_number: number; readonly is_locked: boolean }[]
  readonly entries: readonly MatrixEntry[]
  /** The champion, or those who share it; empty while the season runs. */
  readonly champion_entry_ids: readonly number[]
}

const matrices = new WeakMap<SeasonView, Matrix>()

/** The matrix of a season. Computed once per view object. */
export function matrixOf(view: SeasonView): Matrix {
  const known = matrices.get(view)
  if (known !== undefined) return known
  const standings = standingsOf(view)
  const cellOf = cellsOf(view)
  const entries = view.entries.map(({ id, name, user_name, picks }): MatrixEntry => {
    const cells: Record<string, MatrixCell> = {}
    for (const week of Object.keys(picks)) cells[week] = cellOf(week, picks[week] ?? '')
    return { id, name, user_name, picks: cells, ...eliminationOf(standings.get(id)) }
  })
  const finish = finishOfSeason(view)
  const matrix: Matrix = {
    season_year: view.season_year,
    weeks: view.weeks.map(({ id, week_number, is_locked }) => ({ id, week_number, is_locked })),
    entries,
    champion_entry_ids: finish.status === 'finished' ? finish.champions : [],
  }
  matrices.set(view, matrix)
  return matrix
}

/** There are at most 32 different cells in a week, so entries share them. */
function cellsOf(view: SeasonView): (week: string, team: string) => MatrixCell {
  const results = new Map(view.weeks.map((week) => [String(week.week_number), week.results]))
  const cells = new Map<string, MatrixCell>()
  return (week, team) => {
    const key = `${week}:${team}`
    const known = cells.get(key)
    if (known !== undefined) return known
    const cell: MatrixCell = { team_abbr: team, result: results.get(week)?.[team] ?? 'tbd' }
    cells.set(key, cell)
    return cell
  }
}
