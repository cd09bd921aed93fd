import { runStatement, withDatabase } from '@outlast/testing/postgres/database'
import { startTemporaryPostgres } from '@outlast/testing/postgres/temporary-postgres'
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

const withSettings = (settings: string) => `${server.connectionString}&options=${encodeURIComponent(settings)}`

test('assertSafeDatabase: in production, rejects a database that could lose data and names the settings', async () => {
  await expect(check(withSettings(''), true)).rejects.toThrow('turn on fsync, synchronous_commit, full_page_writes before')
  await expect(check(withSettings('-c synchronous_commit=on'), true)).rejects.toThrow('turn on fsync, full_page_writes before')
})

test('assertSafeDatabase: outside production, accepts a database that could lose data', async () => {
  await expect(check(withSettings(''), false)).resolves.toBeUndefined()
})

test('assertSafeDatabase: accepts the embedded PostgreSQL with its defaults', async () => {
  const durable = await startTemporaryPostgres({ durable: true })
  await expect(check(durable.connectionString, true).finally(() => durable.remove())).resolves.toBeUndefined()
})

test('assertSafeDatabase: rejects another encoding', async () => {
  const { connectionString } = server
  await runStatement(
    connectionString,
    "CREATE DATABASE ascii TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C'",
  )
  await expect(check(withDatabase(connectionString, 'ascii'), false)).rejects.toThrow('the encoding SQL_ASCII')
})
