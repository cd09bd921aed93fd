import type { Matrix, MatrixCell } from '@outlast/views/matrix'
import { isAutoPick } from '@outlast/contract/live/season-picks'
import { compareEntries } from '@outlast/contract/live/order'
import { type QueryExecutorProvider, sql, type SqlBool } from 'kysely'
import { joinedSeason } from '../standings/season-windows.ts'
import { personName, query } from '../tables/query.ts'
import type { MatrixRow, WeekResultsRow } from '../tables/view-rows.ts'

// Raw SQL fragment: a condition on a joined view.

/**
 * Reads `projections.matrix` for a season in the API's form. In a year without weeks, every entry that joined it is alive. Results
 * come from the season's weeks, of which there are few: the view's own column of results takes twice as long.
 */
export async function readMatrix(db: QueryExecutorProvider, seasonYear: number): Promise<Matrix> {
  const weeks = await query(db)
    .selectFrom('projections.week_results')
    .select(['week_id as id', 'week_number', 'is_locked', 'results'])
    .where('season_year', '=', seasonYear)
    .orderBy('week_number')
    .execute()
  const rows = await query(db)
    .selectFrom('projections.entries as e')
    .leftJoin('accounts as a', 'a.user_id', 'e.user_id')
    .leftJoin('projections.matrix as m', (join) => join.onRef('m.entry_id', '=', 'e.id').on('m.season_year', '=', seasonYear))
    .leftJoin('projections.renewals as renewal', (join) =>
      join.onRef('renewal.entry_id', '=', 'e.id').on('renewal.season_year', '=', seasonYear),
    )
    .where(weeks.length === 0 ? joinedSeason(seasonYear) : sql<SqlBool>`m.entry_id IS NOT NULL`)
    .select([
      'e.id',
      'e.name',
      personName.as('user_name'),
      'm.teams',
      'm.auto',
      'm.auto_teams',
      'm.more',
      'm.eliminated_week',
      'm.lives_left',
      'm.losses',
      'm.is_champion',
    ])
    .execute()
  rows.sort(compareEntries)
  const cellsOf = cellReader(weeks)
  return {
    season_year: seasonYear,
    weeks: weeks.map(({ id, week_number, is_locked }) => ({ id, week_number, is_locked })),
    entries: rows.map((row) => ({
      id: row.id,
      name: row.name,
      user_name: row.user_name,
      picks: cellsOf({ teams: row.teams ?? {}, auto: row.auto ?? [], auto_teams: row.auto_teams ?? [], more: row.more }),
      is_eliminated: row.eliminated_week !== null,
      eliminated_week: row.eliminated_week,
      lives_left: row.lives_left,
      losses: row.losses ?? 0,
    })),
    champion_entry_ids: rows
      .filter((row) => row.is_champion === true)
      .map((row) => row.id)
      .sort((a, b) => a - b),
  }
}

/** Returns a function that makes an entry's cells. Entries share them: a week has at most 64 different ones. */
function cellReader(weeks: readonly Pick<WeekResultsRow, 'week_number' | 'results'>[]) {
  const results = new Map(weeks.map((week) => [String(week.week_number), week.results]))
  const known = new Map<string, MatrixCell>()
  const cellOf = (week: string, team_abbr: string, isAuto: boolean): MatrixCell => {
    const key = `${week} ${team_abbr} ${isAuto}`
    const result = results.get(week)?.[team_abbr] ?? 'tbd'
    const cell = known.get(key) ?? { team_abbr, result, ...(isAuto ? { is_auto: true } : {}) }
    known.set(key, cell)
    return cell
  }
  return ({ teams, more, ...auto }: Pick<MatrixRow, 'teams' | 'auto' | 'auto_teams' | 'more'>): Record<string, MatrixCell> => {
    const cells: Record<string, MatrixCell> = {}
    for (const [week, team] of Object.entries(teams)) cells[week] = cellOf(week, team, isAutoPick(auto, Number(week), team))
    for (const [week, others] of Object.entries(more ?? {})) {
      const cell = cells[week]
      if (cell !== undefined)
        cells[week] = { ...cell, more: others.map((team) => cellOf(week, team, isAutoPick(auto, Number(week), team))) }
    }
    return cells
  }
}
