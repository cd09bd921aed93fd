import type { SeasonView } from '@outlast/contract/live/wire'
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import { seasonView } from '../season/season-view.ts'
import type { Source } from '../source.ts'
import { type Part, partsOf, type Row, rowsOf } from './rows.ts'
import {
  type Checkpoint,
  COLUMNS,
  PART_COLUMNS,
  PROJECTIONS_VERSION,
  RELATIONS,
  relation,
  type RelationName,
  typedColumns,
} from './tables.ts'

// Raw SQL: statements on all rows of a part, made from the lists of columns.

/** What the tables get at one position of the log. */
export interface RelationChanges {
  readonly position: number
  /** All parts that exist then; rows of others are deleted. */
  readonly parts: readonly Part[]
  readonly changed: readonly { readonly part: Part; readonly rows: readonly Row[] }[]
}

/**
 * Derives the rows of some parts, without waiting for anything.
 *
 * @param isWanted default: all parts
 */
export function deriveRelations(
  source: Source,
  isWanted: (part: Part) => boolean = () => true,
  seasonOf: (year: number) => SeasonView = (year) => seasonView(source, year),
): RelationChanges {
  const seasons = new Map<number, SeasonView>()
  const season = (year: number): SeasonView => {
    const view = seasons.get(year) ?? seasonOf(year)
    seasons.set(year, view)
    return view
  }
  const parts = partsOf(source.pool)
  const changed = parts.filter(isWanted).map((part) => ({ part, rows: rowsOf(source, part, season(part.seasonYear)) }))
  return { position: source.pool.position, parts, changed }
}

/**
 * Writes the rows that differ from those in the tables, and the position, in the caller's transaction. Does nothing if the tables are further,
 * because another process has written them.
 *
 * @throws OtherRelations if the tables are of another version
 */
export async function writeRelationsIn(tx: QueryExecutorProvider, { position, parts, changed }: RelationChanges): Promise<void> {
  if ((await lockRelations(tx)) > position) return
  for (const { part, rows } of changed) await replaceRows(part, rows).execute(tx)
  for (const name of RELATIONS) {
    const kept = parts.flatMap((part) => (part.relation === name ? [part.key as number] : []))
    await sql`DELETE FROM ${relation(name)} WHERE ${sql.id(PART_COLUMNS[name])} <> ALL (${kept}::bigint[])`.execute(tx)
  }
  await sql`UPDATE ${relation('checkpoint')} SET position = ${position}`.execute(tx)
}

/** The tables are missing or of another version than this program's. */
class OtherRelations extends Error {}

/** Lets nobody else write the tables until the transaction ends. Returns their position. */
export async function lockRelations(tx: QueryExecutorProvider): Promise<number> {
  const { rows } = await sql<Checkpoint>`SELECT position, version FROM ${relation('checkpoint')} FOR UPDATE`.execute(tx)
  const [found] = rows
  if (found?.version !== PROJECTIONS_VERSION) throw new OtherRelations(`the tables are of version ${found?.version}`)
  return found.position
}

function replaceRows({ relation: name, key }: Part, rows: readonly Row[]): RawBuilder<unknown> {
  const part = sql.id(PART_COLUMNS[name])
  const names = Object.keys(COLUMNS[name]).map((column) => sql.id(column))
  return sql`
    WITH new AS MATERIALIZED (SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::json) AS row (${typedColumns(name)})),
      gone AS (
        DELETE FROM ${relation(name)} AS old
        WHERE old.${part} = ${key} AND NOT EXISTS (SELECT FROM new WHERE new.entry_id = old.entry_id))
    INSERT INTO ${relation(name)} AS old (${sql.join(names)}) SELECT ${sql.join(names)} FROM new
    ON CONFLICT (${part}, entry_id) DO UPDATE SET ${sql.join(names.map((column) => sql`${column} = excluded.${column}`))}
    WHERE (${comparable(name, 'old')}) IS DISTINCT FROM (${comparable(name, 'excluded')})`
}

/** PostgreSQL does not compare JSON. */
function comparable(name: RelationName, row: string): RawBuilder<unknown> {
  return sql.join(
    Object.entries(COLUMNS[name]).map(([column, type]) =>
      type === 'json' ? sql`${sql.ref(`${row}.${column}`)}::text` : sql.ref(`${row}.${column}`),
    ),
  )
}
