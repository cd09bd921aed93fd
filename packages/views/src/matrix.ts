import type {
  Matrix as RestMatrix,
  MatrixCell as RestMatrixCell,
  MatrixEntry as RestMatrixEntry,
} from '@outlast/contract/rest/history'
import { isAutoPick } from '@outlast/contract/live/season-picks'
import type { Immutable, SeasonView } from '@outlast/contract/live/wire'
import { eliminationOf } from '@outlast/contract/elimination'
import { memoize } from './memoize.ts'
import { participantsOf, seasonOutcomeOf, standingsOf } from './standings.ts'

export type MatrixCell = Immutable<RestMatrixCell>
export type MatrixEntry = Immutable<RestMatrixEntry>

/** The matrix of a season: the response of `GET /api/history/matrix`, always with a season. */
export type Matrix = Immutable<RestMatrix> & { readonly season_year: number }

/** Derives the matrix of a season. */
export const matrixOf = memoize((view: SeasonView): Matrix => {
  const standings = standingsOf(view)
  const cellOf = cellsOf(view)
  const entries = participantsOf(view).map((entry): MatrixEntry => {
    const { id, name, user_name, picks, more } = entry
    const cells: Record<string, MatrixCell> = {}
    for (const [week, team] of Object.entries(picks)) {
      const cell = cellOf(week, team, isAutoPick(entry, Number(week), team))
      const others = more?.[week]?.map((other) => cellOf(week, other, isAutoPick(entry, Number(week), other)))
      cells[week] = others === undefined ? cell : { ...cell, more: others }
    }
    return { id, name, user_name, picks: cells, ...eliminationOf(standings.get(id)) }
  })
  const outcome = seasonOutcomeOf(view)
  return {
    season_year: view.season_year,
    weeks: view.weeks.map(({ id, week_number, is_locked }) => ({ id, week_number, is_locked })),
    entries,
    champion_entry_ids: outcome.status === 'finished' ? outcome.champions : [],
  }
})

/** Entries share cells: a week has at most 64 different ones. */
function cellsOf(view: SeasonView): (week: string, team: string, isAuto: boolean) => MatrixCell {
  const results = new Map(view.weeks.map((week) => [String(week.week_number), week.results]))
  const cells = new Map<string, MatrixCell>()
  return (week, team, isAuto) => {
    const key = `${week}:${team}:${isAuto}`
    const known = cells.get(key)
    if (known !== undefined) return known
    const result = results.get(week)?.[team] ?? 'tbd'
    const cell: MatrixCell = { team_abbr: team, result, ...(isAuto ? { is_auto: true } : {}) }
    cells.set(key, cell)
    return cell
  }
}
