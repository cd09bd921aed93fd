import { runStatement, startTemporaryPostgres, withDatabase } from '@outlast/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from './pool.ts'
import { assertSafeDatabase } from './safety.ts'

let server: Awaited<ReturnType<typeof startTemporaryPostgres>>

beforeAll(async () => {
  server = await startTemporaryPostgres()
})
afterAll(() => server.remove())

async function check(connectionString: string, production: boolean) {
  const database = openDatabase<unknown>({ connectionString, max: 1, onError: () => {} })
  try {
    await assertSafeDatabase(database.pool, { production })
  } finally {
    await database.close()
  }
}

const withSettings = (settings: string) => `${server.postgres.connectionString}&options=${encodeURIComponent(settings)}`

test('in production a database that could lose data is refused, with the settings to change', async () => {
  await expect(check(withSettings(''), true)).rejects.toThrow('turn on fsync, synchronous_commit, full_page_writes before')
  await expect(check(withSettings('-c synchronous_commit=on'), true)).rejects.toThrow('turn on fsync, full_page_writes before')
})

test('elsewhere it is good enough', async () => {
  await expect(check(withSettings(''), false)).resolves.toBeUndefined()
})

test('the embedded PostgreSQL is durable by default', async () => {
  const durable = await startTemporaryPostgres({ durable: true })
  await expect(check(durable.postgres.connectionString, true).finally(() => durable.remove())).resolves.toBeUndefined()
})

test('a database in another encoding is refused', async () => {
  const { connectionString } = server.postgres
  await runStatement(
    connectionString,
    "CREATE DATABASE ascii TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C'",
  )
  await expect(check(withDatabase(connectionString, 'ascii'), false)).rejects.toThrow('in SQL_ASCII')
})
