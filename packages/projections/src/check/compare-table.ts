import { type QueryExecutorProvider, sql } from 'kysely'
import type { Difference } from './difference.ts'
import { KEYS, type SchemaName, type TableName, tablesIn } from '../tables/rows.ts'

// Raw SQL: a cursor over a full join of whole rows, which the query builder cannot express.

interface DifferenceRow {
  readonly actual: Readonly<Record<string, unknown>> | null
  readonly expected: Readonly<Record<string, unknown>> | null
}

const FETCH = 500

/** Yields every row in which a table differs between two schemas. Uses a cursor, so memory does not grow with the number of differences. */
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
  // The team of a waived loss is a pick, which must not be printed.
  delete key['team']
  if (actual === null) return { table, key, kind: 'missing', columns: [] }
  if (expected === null) return { table, key, kind: 'extra', columns: [] }
  const columns = Object.keys(actual).filter((name) => JSON.stringify(actual[name]) !== JSON.stringify(expected[name]))
  return { table, key, kind: 'changed', columns }
}
