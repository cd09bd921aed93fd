import { type QueryExecutorProvider, sql } from 'kysely'
import type { Source } from '../source.ts'
import { type Part, type Row } from './rows.ts'
import { COLUMNS, PART_COLUMNS, RELATIONS, relation, type RelationName } from './tables.ts'
import { deriveRelations } from './write.ts'

// Raw SQL: no typed schema has the tables.

/** A row that is not what the log says. */
export interface Difference {
  readonly table: RelationName
  readonly key: Readonly<Record<string, unknown>>
  /** `missing`: expected and not there. `extra`: there and not expected. */
  readonly kind: 'missing' | 'extra' | 'changed'
  /** The columns that differ in a changed row. */
  readonly columns: readonly string[]
}

/** Compares every row of the tables with what is derived from the pool at their position. */
export async function* compareRelations(db: QueryExecutorProvider, source: Source): AsyncGenerator<Difference> {
  const { parts, changed } = deriveRelations(source)
  for (const { part, rows } of changed) {
    const found = await sql<Row>`
      SELECT * FROM ${relation(part.relation)} WHERE ${sql.id(PART_COLUMNS[part.relation])} = ${part.key}`.execute(db)
    yield* compareRows(part, found.rows, rows)
  }
  for (const table of RELATIONS) {
    const column = PART_COLUMNS[table]
    const known = parts.flatMap((part) => (part.relation === table ? [part.key as number] : []))
    const { rows } = await sql<Readonly<Record<string, unknown>>>`
      SELECT ${sql.id(column)}, entry_id FROM ${relation(table)} WHERE ${sql.id(column)} <> ALL (${known}::bigint[])`.execute(db)
    for (const key of rows) yield { table, key, kind: 'extra', columns: [] }
  }
}

function* compareRows({ relation: table, key }: Part, actual: readonly Row[], expected: readonly Row[]): Generator<Difference> {
  const left = new Map(actual.map((row) => [row.entry_id, row]))
  const keyOf = (entry_id: number) => ({ [PART_COLUMNS[table]]: key, entry_id })
  for (const row of expected) {
    const found = left.get(row.entry_id)
    left.delete(row.entry_id)
    if (found === undefined) yield { table, key: keyOf(row.entry_id), kind: 'missing', columns: [] }
    else {
      const columns = Object.keys(COLUMNS[table]).filter((column) => textOf(found, column) !== textOf(row, column))
      if (columns.length > 0) yield { table, key: keyOf(row.entry_id), kind: 'changed', columns }
    }
  }
  for (const entry_id of left.keys()) yield { table, key: keyOf(entry_id), kind: 'extra', columns: [] }
}

const textOf = (row: object, column: string): string => JSON.stringify((row as Readonly<Record<string, unknown>>)[column], byKey)

/** Ignores the order of keys: a JavaScript object lists whole numbers first, whatever their order. */
const byKey = (_key: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value
