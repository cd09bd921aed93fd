import { createTestDatabase, type TestDatabase } from '@outlast/testing/postgres/database'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase } from './pool.ts'

let own: TestDatabase
let database: Database<unknown>
let db: Kysely<unknown>

beforeAll(async () => {
  own = await createTestDatabase({ empty: true })
  database = openDatabase<unknown>({ connectionString: own.connectionString, max: 1, onError: () => {}, prepare: true })
  db = database.db
})
afterAll(async () => {
  await database.close()
  await own.drop()
})

const prepared = async () => (await sql<{ statement: string }>`SELECT statement FROM pg_prepared_statements`.execute(db)).rows

it('PreparingClient: prepares a statement with parameters once for all values', async () => {
  for (let i = 0; i < 10; i += 1) {
    const { rows } = await sql<{ twice: number }>`SELECT 2 * ${i}::int AS twice`.execute(db)
    expect(rows).toEqual([{ twice: 2 * i }])
  }
  expect((await prepared()).filter(({ statement }) => statement.includes('AS twice'))).toHaveLength(1)
})

it('PreparingClient: returns the rows of the last of several statements in one text', async () => {
  const { rows } = await sql<{ n: number }>`BEGIN; SELECT 1 AS m; SELECT 2 AS n`.execute(db)
  expect(rows).toEqual([{ n: 2 }])
  expect((await sql`COMMIT`.execute(db)).rows).toEqual([{ command: 'COMMIT' }])
})

it('PreparingClient: continues after a prepared statement failed', async () => {
  const divide = (by: number) => sql<{ x: number }>`SELECT 6 / ${by}::int AS x`.execute(db)
  expect((await divide(3)).rows).toEqual([{ x: 2 }])
  await expect(divide(0)).rejects.toThrow('division by zero')
  expect((await divide(2)).rows).toEqual([{ x: 3 }])
})

it('PreparingClient: finds a table that replaced another one of the same name, as a rebuild does', async () => {
  const put = (n: number) => sql`INSERT INTO live.t (n) VALUES (${n})`.execute(db)
  await sql`CREATE SCHEMA live`.execute(db)
  await sql`CREATE TABLE live.t (n integer)`.execute(db)
  for (let n = 0; n < 8; n += 1) await put(n)
  await sql`CREATE SCHEMA next; CREATE TABLE next.t (n integer, more text); DROP SCHEMA live CASCADE; ALTER SCHEMA next RENAME TO live`.execute(
    db,
  )
  await put(8)
  expect((await sql`SELECT n FROM live.t`.execute(db)).rows).toEqual([{ n: 8 }])
})

it('PreparingClient: sends statements unprepared after the first two hundred', async () => {
  for (let n = 0; n < 250; n += 1) {
    const { rows } = await sql<{ n: number }>`SELECT ${n}::int AS n, ${sql.lit(n)} AS lit`.execute(db)
    expect(rows).toEqual([{ n, lit: n }])
  }
  expect((await prepared()).length).toBeLessThanOrEqual(200)
})
