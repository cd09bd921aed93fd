import { type QueryExecutorProvider, sql } from 'kysely'
import { KEYS, type SchemaName, type TableName, tablesIn } from '../tables/rows.ts'

/** A row in which tables differ. Values are not told: they may be picks that nobody may see yet. */
export interface Difference {
  readonly table: TableName
  readonly key: Readonly<Record<string, unknown>>
  /** `missing`: the log has it, the tables do not. `extra`: the other way round. */
  readonly kind: 'missing' | 'extra' | 'changed'
  /** Columns that differ, when it is in both. */
  readonly columns: readonly string[]
}

interface DifferenceRow {
  readonly actual: Readonly<Record<string, unknown>> | null
  readonly expected: Readonly<Record<string, unknown>> | null
}

const FETCH = 500

/** Every row in which a table differs between two schemas, through a cursor: however many there are, memory stays flat. */
export async function* compareTable(
  trx: QueryExecutorProvider,
  table: TableName,
  actual: SchemaName,
  expected: SchemaName,
): AsyncGenerator<Difference> {
  const keys = KEYS[table]
  const same = sql.join(
    keys.map((key) =>
      key === 'team' ? sql`coalesce(a.team, '') = coalesce(e.team, '')` : sql`a.${sql.id(key)} = e.${sql.id(key)}`,
    ),
    sql` AND `,
  )
  await sql`
    DECLARE differences NO SCROLL CURSOR FOR
    SELECT to_jsonb(a) AS actual, to_jsonb(e) AS expected
    FROM ${tablesIn(actual)[table]} AS a FULL JOIN ${tablesIn(expected)[table]} AS e ON ${same}
    WHERE ROW(a.*) IS DISTINCT FROM ROW(e.*)`.execute(trx)
  for (;;) {
    const { rows } = await sql<DifferenceRow>`FETCH ${sql.lit(FETCH)} FROM differences`.execute(trx)
    for (const row of rows) yield differenceOf(table, keys, row)
    if (rows.length < FETCH) break
  }
  await sql`CLOSE differences`.execute(trx)
}

function differenceOf(table: TableName, keys: readonly string[], { actual, expected }: DifferenceRow): Difference {
  const present = actual ?? expected ?? {}
  const key = Object.fromEntries(keys.map((name) => [name, present[name]]))
  // A forgiven loss names the team that was picked.
  delete key['team']
  if (actual === null) return { table, key, kind: 'missing', columns: [] }
  if (expected === null) return { table, key, kind: 'extra', columns: [] }
  const columns = Object.keys(actual).filter((name) => JSON.stringify(actual[name]) !== JSON.stringify(expected[name]))
  return { table, key, kind: 'changed', columns }
}
