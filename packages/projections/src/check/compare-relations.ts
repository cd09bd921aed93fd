import { type MatrixCell, type MatrixEntry, matrixOf } from '@outlast/views/matrix'
import { leaderboardOf } from '@outlast/views/leaderboard'
import { compareEntries } from '@outlast/contract/live/order'
import { autoPicksOf } from '@outlast/contract/live/season-picks'
import type { SeasonEntry, SeasonView } from '@outlast/contract/live/wire'
import { pickIdOf, teamByAbbr } from '@outlast/domain'
import type { QueryExecutorProvider } from 'kysely'
import { weekReveal } from '../reveal/reveal.ts'
import { seasonView } from '../season/season-view.ts'
import type { Source } from '../source.ts'
import { query } from '../tables/query.ts'
import type { RevealRow } from '../tables/view-rows.ts'
import { weeksByNumber } from '../week/weeks.ts'
import type { Difference } from './difference.ts'

/** Compares `reveal`, `matrix` and `leaderboard` with what the domain's rules derive from the folded log. */
export async function* compareRelations(db: QueryExecutorProvider, source: Source): AsyncGenerator<Difference> {
  const { pool } = source
  const years = new Set([
    ...Array.from(pool.rounds.values(), ({ seasonYear }) => seasonYear),
    ...[...pool.entries.values()].flatMap((entry) => entry.eliminatedByHand.map(({ contestId }) => Number(contestId))),
  ])
  for (const year of [...years].sort((a, b) => a - b)) {
    const season = seasonView(source, year)
    yield* compareSeason(db, season)
    const reveals = await readReveals(db, year)
    for (const round of weeksByNumber(pool).filter(({ seasonYear }) => seasonYear === year)) {
      const expected = round.locked === null ? [] : (weekReveal(source, round.id, () => season)?.picks ?? [])
      yield* compareRows('reveal', { week_id: round.id }, reveals.get(round.id) ?? [], expected)
    }
  }
}

/** Returns the rows of every locked week of a season in the API's form, by entry name and the week's id. */
async function readReveals(db: QueryExecutorProvider, seasonYear: number) {
  const found = await query(db).selectFrom('projections.reveal').selectAll().where('season_year', '=', seasonYear).execute()
  const rows = found.toSorted((a, b) =>
    compareEntries({ id: a.entry_id, name: a.entry_name }, { id: b.entry_id, name: b.entry_name }),
  )
  return new Map(
    Array.from(
      Map.groupBy(rows, ({ week_id }) => week_id as number),
      ([id, ofWeek]) => [id, ofWeek.map(revealRow)],
    ),
  )
}

function revealRow({ season_year: _year, user_name: _user, slot, more, is_override, is_auto, ...row }: RevealRow) {
  const idOf = (place: NonNullable<typeof slot>) => pickIdOf(row.entry_id, row.week_id, place)
  const others = more?.map(({ slot: place, team_abbr, result, result_at, ...marks }) => {
    const { city: team_city, name: team_name } = teamByAbbr(team_abbr)
    return { id: idOf(place), team_abbr, team_city, team_name, result, result_at, ...marksOf(marks) }
  })
  return {
    ...row,
    id: row.team_abbr === null ? (`nopick-${row.entry_id}` as const) : idOf(slot ?? 1),
    ...(row.team_abbr === null && { no_pick: true }),
    ...marksOf({ is_override, is_auto }),
    ...(others && { more: others }),
  }
}

const marksOf = ({ is_override, is_auto }: Pick<RevealRow, 'is_override' | 'is_auto'>) => ({
  ...(is_override && { is_override: true }),
  ...(is_auto && { is_auto: true }),
})

async function* compareSeason(db: QueryExecutorProvider, season: SeasonView): AsyncGenerator<Difference> {
  const { season_year } = season
  const derived = matrixOf(season)
  const matrix = await query(db).selectFrom('projections.matrix').selectAll().where('season_year', '=', season_year).execute()
  const column = (picks: MatrixEntry['picks'], name: keyof MatrixCell) =>
    Object.fromEntries(Object.entries(picks).map(([week, cell]) => [week, cell[name]]))
  const rows = new Map(season.entries.map((entry) => [entry.id, entry]))
  const expected = derived.entries.map(({ id, name, picks, ...entry }) => ({
    season_year,
    entry_id: id,
    entry_name: name,
    ...entry,
    teams: column(picks, 'team_abbr'),
    results: column(picks, 'result'),
    ...autoColumns(rows.get(id)),
    more: rows.get(id)?.more ?? null,
    is_champion: derived.champion_entry_ids.includes(id),
  }))
  yield* compareRows('matrix', { season_year }, matrix, expected)
  const leaderboard = await query(db)
    .selectFrom('projections.leaderboard')
    .selectAll()
    .where('season_year', '=', season_year)
    .execute()
  const ranked = leaderboardOf(derived).map(({ entry, ...row }) => ({ season_year, entry_name: entry, ...row }))
  yield* compareRows('leaderboard', { season_year }, leaderboard, ranked)
}

function autoColumns(entry: SeasonEntry | undefined) {
  const picks = entry === undefined ? [] : autoPicksOf(entry)
  return { auto: picks.map(({ week }) => week), auto_teams: picks.map(({ team }) => team) }
}

interface EntryKey {
  readonly entry_id: number
}

/** Compares rows by entry. Rows are equal when they have the same columns with the same values. */
function* compareRows(
  table: Difference['table'],
  part: Difference['key'],
  actual: readonly EntryKey[],
  expected: readonly EntryKey[],
): Generator<Difference> {
  const left = new Map(actual.map((row) => [row.entry_id, row]))
  for (const row of expected) {
    const found = left.get(row.entry_id)
    const key = { ...part, entry_id: row.entry_id }
    left.delete(row.entry_id)
    if (found === undefined) yield { table, key, kind: 'missing', columns: [] }
    else {
      const columns = differentColumns(found, row)
      if (columns.length > 0) yield { table, key, kind: 'changed', columns }
    }
  }
  for (const entry_id of left.keys()) yield { table, key: { ...part, entry_id }, kind: 'extra', columns: [] }
}

/** The order of keys is no difference: a JavaScript object lists whole numbers first, whatever their order. */
const byKey = (_key: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value

function differentColumns(actual: object, expected: object): readonly string[] {
  const values = (row: object) => new Map(Object.entries(row).map(([name, value]) => [name, JSON.stringify(value, byKey)]))
  const [a, b] = [values(actual), values(expected)]
  return [...new Set([...a.keys(), ...b.keys()])].filter((name) => a.get(name) !== b.get(name))
}
