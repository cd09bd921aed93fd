import { eliminationOf } from '@outlast/contract/elimination'
import { leaderboardOf } from '@outlast/views/leaderboard'
import { type MatrixCell, type MatrixEntry, matrixOf } from '@outlast/views/matrix'
import { revealOf } from '@outlast/views/reveal'
import { standingsOf } from '@outlast/views/standings'
import { autoPicksOf } from '@outlast/contract/live/season-picks'
import type { SeasonEntry, SeasonView } from '@outlast/contract/live/wire'
import type { QueryExecutorProvider } from 'kysely'
import { readReveals } from '../reveal/read-reveal.ts'
import { weekViewInSeason } from '../reveal/week-view.ts'
import { weekInfos } from '../schedule/weeks.ts'
import { seasonView } from '../standings/season-view.ts'
import { query } from '../tables/query.ts'
import type { Difference } from './difference.ts'

/** Compares `reveal`, `matrix` and `leaderboard` with what the domain's rules derive from the tables they are built on. */
export async function* compareRelations(db: QueryExecutorProvider): AsyncGenerator<Difference> {
  const seasons = await query(db)
    .selectFrom('projections.weeks')
    .select('season_year')
    .union(query(db).selectFrom('projections.hand_eliminations').select('season_year'))
    .orderBy('season_year')
    .execute()
  const weeks = await weekInfos(db)
  for (const { season_year } of seasons) {
    const season = await seasonView(db, season_year)
    const reveals = await readReveals(db, season_year)
    yield* compareSeason(db, season)
    for (const week of weeks.filter((one) => one.season_year === season_year)) {
      const rows = week.is_locked ? revealOf(await weekViewInSeason(db, week, season)).rows : []
      const standings = standingsOf(upTo(week.week_number, season))
      const expected = rows.map((row) => {
        const { lives_left, losses } = eliminationOf(standings.get(row.entry_id))
        return { ...row, lives_left, losses }
      })
      yield* compareRows('reveal', { week_id: week.id }, reveals.get(week.id) ?? [], expected)
    }
  }
}

/** Returns a season as it would be without the weeks after one. */
function upTo(weekNumber: number, season: SeasonView): SeasonView {
  return {
    ...season,
    weeks: season.weeks.filter(({ week_number }) => week_number <= weekNumber),
    entries: season.entries.map((entry) =>
      (entry.eliminated_by_hand ?? 0) > weekNumber ? { ...entry, eliminated_by_hand: null } : entry,
    ),
  }
}

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
