import { createTestDatabase } from '@outlast/testing/postgres/database'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { DatabaseProxy } from '@outlast/testing/postgres/database-proxy'
import { isDatabaseUnavailable } from './faults.ts'
import { openDatabase } from './pool.ts'

async function withTestDatabase(
  run: (database: ReturnType<typeof openDatabase<unknown>>) => Promise<void>,
  statementTimeoutMs = 0,
) {
  const testDatabase = await createTestDatabase()
  const database = openDatabase<unknown>({
    connectionString: testDatabase.connectionString,
    max: 2,
    onError: () => {},
    statementTimeoutMs,
  })
  try {
    await run(database)
  } finally {
    await database.close()
    await testDatabase.drop()
  }
}

test('openDatabase: returns bigint as number, timestamptz as ISO string and date as day', () =>
  withTestDatabase(async ({ db }) => {
    const result = await sql`
      SELECT 9007199254740991::bigint AS big, '2025-11-02 01:59:59.9999+00'::timestamptz AS at,
             '2025-11-02'::date AS day, count(*) AS counted FROM generate_series(1, 3)`.execute(db)
    expect(result.rows).toEqual([{ big: 9007199254740991, at: '2025-11-02T01:59:59.999Z', day: '2025-11-02', counted: 3 }])
  }))

test('openDatabase: returns instants in UTC in any session time zone', () =>
  withTestDatabase(async ({ pool }) => {
    const client = await pool.connect()
    await client.query("SET TIME ZONE 'Asia/Kolkata'")
    const result = await client.query("SELECT '2025-09-07 17:00:00+00'::timestamptz AS at")
    client.release()
    expect(result.rows).toEqual([{ at: '2025-09-07T17:00:00.000Z' }])
  }))

test('openDatabase: rejects a bigint beyond the safe integers instead of rounding it', () =>
  withTestDatabase(async ({ pool }) => {
    await expect(pool.query('SELECT 9007199254740993::bigint')).rejects.toThrow('9007199254740993, which is not a safe integer')
  }))

test('openDatabase: rejects an infinite instant', () =>
  withTestDatabase(async ({ pool }) => {
    await expect(pool.query("SELECT 'infinity'::timestamptz")).rejects.toThrow('infinity')
  }))

test('openDatabase: the server cancels a statement after the timeout', () =>
  withTestDatabase(async ({ pool }) => {
    await expect(pool.query('SELECT pg_sleep(30)')).rejects.toThrow('statement timeout')
  }, 50))

test('openDatabase: closes an unresponsive connection and uses another one afterwards', async () => {
  const testDatabase = await createTestDatabase()
  const proxy = new DatabaseProxy(testDatabase.connectionString)
  const connectionString = await proxy.start()
  const database = openDatabase<unknown>({ connectionString, max: 1, onError: () => {}, statementTimeoutMs: 50 })
  const { pool } = database
  await pool.query('SELECT 1')
  proxy.delayMs = 3_600_000
  const error: unknown = await pool.query('SELECT 2').catch((caught: unknown) => caught)
  expect({ error, isUnavailable: isDatabaseUnavailable(error) }).toMatchObject({ isUnavailable: true })
  proxy.delayMs = 0
  expect((await pool.query('SELECT 3 AS n')).rows).toEqual([{ n: 3 }])
  await database.close()
  await proxy.stop()
  await testDatabase.drop()
})
