import { createTestDatabase, type TestDatabase } from '@outlast/testing/postgres/database'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { collectStatements } from './collected-statements.ts'
import { type Database, openDatabase } from './index.ts'
import type { Tables } from './tables.ts'
import { sendWholeTransaction } from './whole-transaction.ts'

let database: TestDatabase
let opened: Database<Tables>
beforeEach(async () => {
  database = await createTestDatabase()
  const { connectionString } = database
  opened = openDatabase<Tables>({ connectionString, max: 1, onError: () => {}, prepare: true, pipeline: true })
  await sql`CREATE TABLE notes (id integer PRIMARY KEY, note text)`.execute(opened.db)
})
afterEach(async () => {
  await opened.close()
  await database.drop()
})

const insert = (tx: Kysely<Tables>, id: number, note: string | null) => sql`INSERT INTO notes VALUES (${id}, ${note})`.execute(tx)
const notes = async () => (await sql<{ note: string }>`SELECT note FROM notes ORDER BY id`.execute(opened.db)).rows

test('sendWholeTransaction: commits all statements of each transaction, sent before the reply to the one before', async () => {
  const client = await opened.pool.connect()
  const transactions = await Promise.all(
    [0, 2].map((from) =>
      collectStatements(async (tx) => {
        await insert(tx, from, `it's ${from}`)
        await sql`SELECT 'a row that nobody reads'`.execute(tx)
        await insert(tx, from + 1, null)
      }),
    ),
  )
  await Promise.all(transactions.map((statements) => sendWholeTransaction(client, statements)))
  client.release()
  expect(await notes()).toEqual([{ note: "it's 0" }, { note: null }, { note: "it's 2" }, { note: null }])
})

test('sendWholeTransaction: undoes all statements of a transaction in which one fails, and of the one sent after it', async () => {
  const client = await opened.pool.connect()
  const failing = await collectStatements(async (tx) => {
    await insert(tx, 1, 'first')
    await insert(tx, 1, 'again')
    await insert(tx, 2, 'second')
  })
  const behind = await collectStatements((tx) => insert(tx, 3, 'third').then(() => {}))
  const results = await Promise.allSettled([sendWholeTransaction(client, failing), sendWholeTransaction(client, behind)])
  client.release(true)
  expect(results).toMatchObject([{ reason: { code: '23505' } }, { reason: { code: '25P02' } }])
  expect(await notes()).toEqual([])
})

test('sendWholeTransaction: rejects what was sent on a connection that breaks', async () => {
  const client = await opened.pool.connect()
  const statements = await collectStatements((tx) =>
    sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(tx).then(() => {}),
  )
  const sent = [sendWholeTransaction(client, statements), sendWholeTransaction(client, statements)]
  for (const result of await Promise.allSettled(sent)) expect(result.status).toBe('rejected')
  client.release(true)
  expect(await notes()).toEqual([])
})
