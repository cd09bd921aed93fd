import { compareEntries } from '@outlast/contract/live/order'
import type { OtherPick } from '@outlast/contract'
import { pickIdOf, teamByAbbr, type WeekId } from '@outlast/domain'
import type { QueryExecutorProvider } from 'kysely'
import { query } from '../tables/query.ts'
import type { RevealRow } from '../tables/view-rows.ts'

/** Returns a week's rows of `projections.reveal` in the API's form, by entry name. Empty while the week is open. */
export async function readReveal(db: QueryExecutorProvider, week: { readonly id: number; readonly season_year: number }) {
  return inApiForm(
    await selectReveal(db, week.season_year)
      .where('week_id', '=', week.id as WeekId)
      .execute(),
  )
}

/** Returns the rows of every locked week of a season like {@link readReveal}, by the week's id. Planning the query takes longer than a week. */
export async function readReveals(db: QueryExecutorProvider, seasonYear: number) {
  const weeks = Map.groupBy(await selectReveal(db, seasonYear).execute(), ({ week_id }) => week_id as number)
  return new Map(Array.from(weeks, ([weekId, rows]) => [weekId, inApiForm(rows)]))
}

const selectReveal = (db: QueryExecutorProvider, seasonYear: number) =>
  query(db).selectFrom('projections.reveal').selectAll().where('season_year', '=', seasonYear)

const inApiForm = (rows: readonly RevealRow[]) =>
  rows
    .map((row) => ({ id: row.entry_id, name: row.entry_name, row }))
    .sort(compareEntries)
    .map(({ row }) => revealRow(row))

function revealRow(row: RevealRow) {
  return {
    id: row.team_abbr === null ? (`nopick-${row.entry_id}` as const) : pickIdOf(row.entry_id, row.week_id, row.slot ?? 1),
    entry_id: row.entry_id,
    entry_name: row.entry_name,
    week_id: row.week_id,
    week_number: row.week_number,
    team_abbr: row.team_abbr,
    team_city: row.team_city,
    team_name: row.team_name,
    result: row.result,
    result_at: row.result_at,
    lives_left: row.lives_left,
    losses: row.losses,
    ...(row.team_abbr === null ? { no_pick: true as const } : {}),
    ...marksOf(row),
    ...(row.more === null ? {} : { more: row.more.map((pick) => otherPick(row, pick)) }),
  }
}

type OtherRow = NonNullable<RevealRow['more']>[number]

function otherPick({ entry_id, week_id }: RevealRow, { slot, team_abbr, result, result_at, ...marks }: OtherRow): OtherPick {
  const { city, name } = teamByAbbr(team_abbr)
  const id = pickIdOf(entry_id, week_id, slot)
  return { id, team_abbr, team_city: city, team_name: name, result, result_at, ...marksOf(marks) }
}

function marksOf({ is_override, is_auto }: Pick<RevealRow, 'is_override' | 'is_auto'>) {
  return { ...(is_override ? { is_override: true as const } : {}), ...(is_auto ? { is_auto: true as const } : {}) }
}
