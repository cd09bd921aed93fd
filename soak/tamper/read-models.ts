import type { Tables } from '@outlast/server/database'
import { integerBetween, type Random } from '@outlast/seasons/random'
import { type Kysely, sql } from 'kysely'
import { changedValue } from './tamperings.ts'

// Raw SQL: tables and columns are chosen at random, from those that the database has.

const SCHEMA = 'projections'
const KEPT = 'kept'

/** Changes the read models at random places, and restores them. */
export interface ReadModelTamperer {
  /** Makes the nth change and returns what it was. */
  tamper(random: Random, n: number): Promise<string>
  restore(): Promise<void>
}

/** Keeps a copy of all tables with rows. */
export async function createReadModelTamperer(db: Kysely<Tables>): Promise<ReadModelTamperer> {
  const tables = await filledTables(db)
  await sql`CREATE SCHEMA ${sql.id(KEPT)}`.execute(db)
  for (const table of tables) {
    await sql`CREATE TABLE ${sql.id(KEPT, table)} AS TABLE ${sql.id(SCHEMA, table)}`.execute(db)
  }
  let undo: () => Promise<void> = async () => {}
  return {
    async tamper(random, n) {
      for (;;) {
        const table = tables[integerBetween(random, 0, tables.length - 1)] ?? ''
        undo = () => restoreTable(db, table)
        const done = n % 3 === 2 ? await deleteRow(db, table, random) : await editValue(db, table, random)
        if (done !== undefined) return done
      }
    },
    restore: () => undo(),
  }
}

async function filledTables(db: Kysely<Tables>): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = ${SCHEMA} AND tablename <> 'checkpoint' ORDER BY tablename`.execute(
    db,
  )
  const found = rows.map(async ({ name }) => {
    const { rows: some } = await sql`SELECT 1 FROM ${sql.id(SCHEMA, name)} LIMIT 1`.execute(db)
    return some.length > 0 ? [name] : []
  })
  return (await Promise.all(found)).flat()
}

async function restoreTable(db: Kysely<Tables>, table: string): Promise<void> {
  await sql`DELETE FROM ${sql.id(SCHEMA, table)}`.execute(db)
  await sql`INSERT INTO ${sql.id(SCHEMA, table)} SELECT * FROM ${sql.id(KEPT, table)}`.execute(db)
}

async function deleteRow(db: Kysely<Tables>, table: string, random: Random): Promise<string | undefined> {
  const { ctid } = await randomRow(db, table, random)
  await sql`DELETE FROM ${sql.id(SCHEMA, table)} WHERE ctid = ${ctid}::tid`.execute(db)
  return `a row of ${table} deleted`
}

/** Changes one value; returns undefined if the column does not accept the new one. */
async function editValue(db: Kysely<Tables>, table: string, random: Random): Promise<string | undefined> {
  const { ctid, row } = await randomRow(db, table, random)
  const columns = Object.entries(row)
  const [column = '', value] = columns[integerBetween(random, 0, columns.length - 1)] ?? []
  const edited = JSON.stringify({ [column]: changedValue(value) })
  try {
    await sql`UPDATE ${sql.id(SCHEMA, table)} AS t
      SET ${sql.id(column)} = (jsonb_populate_record(t, ${edited}::jsonb)).${sql.id(column)} WHERE ctid = ${ctid}::tid`.execute(
      db,
    )
    return `${table}.${column} edited`
  } catch {
    return undefined
  }
}

interface RandomRow {
  readonly ctid: string
  readonly row: Readonly<Record<string, unknown>>
}

async function randomRow(db: Kysely<Tables>, table: string, random: Random): Promise<RandomRow> {
  const { rows } = await sql<RandomRow>`
    SELECT ctid::text AS ctid, to_jsonb(t) AS row FROM ${sql.id(SCHEMA, table)} AS t ORDER BY to_jsonb(t)`.execute(db)
  const found = rows[integerBetween(random, 0, rows.length - 1)]
  if (found === undefined) throw new Error(`${table} has no rows`)
  return found
}
