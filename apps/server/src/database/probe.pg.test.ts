import { connect, createServer } from 'node:net'
import { eventually, freePort } from '@outlast/testing'
import { createTestDatabase, type TestDatabase } from '@outlast/testing/postgres/database'
import { ConnectionPooler } from '@outlast/testing/postgres/connection-pooler'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from './pool.ts'
import { awaitDatabase, DatabaseUnreachableError, probeDatabase } from './probe.ts'
import { UnsafeDatabaseError } from './safety.ts'

let database: TestDatabase
const poolers: ConnectionPooler[] = []

beforeEach(async () => {
  database = await createTestDatabase()
})

afterEach(async () => {
  for (const pooler of poolers.splice(0)) await pooler.stop()
  await database.drop()
})

function through(mode: 'session' | 'transaction'): Promise<string> {
  const pooler = new ConnectionPooler(database.connectionString, mode)
  poolers.push(pooler)
  return pooler.start()
}

test('probeDatabase: accepts a database without a pooler', async () => {
  await expect(probeDatabase(database.connectionString)).resolves.toBeUndefined()
})

test('probeDatabase: accepts a pooler in session mode', async () => {
  await expect(probeDatabase(await through('session'))).resolves.toBeUndefined()
})

test('probeDatabase: rejects a pooler in transaction mode, and says what to set', async () => {
  const refused = probeDatabase(await through('transaction'))
  await expect(refused).rejects.toThrow(UnsafeDatabaseError)
  await expect(refused).rejects.toThrow('set the pooler to session mode (PgBouncer: pool_mode = session), or connect to')
})

test('openDatabase: sets its timeouts through a pooler that rejects them as parameters of the connection', async () => {
  const connectionString = await through('session')
  const opened = openDatabase<unknown>({
    connectionString,
    max: 1,
    onError: () => {},
    statementTimeoutMs: 15_000,
    idleInTransactionTimeoutMs: 12_000,
  })
  const settings = await sql<{ statement: string; idle: string }>`
    SELECT current_setting('statement_timeout') AS statement, current_setting('idle_in_transaction_session_timeout') AS idle
  `.execute(opened.db)
  await opened.close()
  expect(settings.rows).toEqual([{ statement: '15s', idle: '12s' }])
})

describe('probeDatabase: says where the database is, why it cannot be used and what to do, without the password', () => {
  const to = (change: (url: URL) => void): string => {
    const url = new URL(database.connectionString)
    change(url)
    return url.href
  }
  test.each<[string, () => string, string]>([
    [
      'nothing listens',
      () => 'postgres://ada:topsecret@127.0.0.1:1/club',
      'Cannot connect to the database "club" at 127.0.0.1:1: no program accepts connections there. Start PostgreSQL, or correct DATABASE_URL.',
    ],
    [
      'no such socket',
      () => 'postgres://ada:topsecret@/club?host=/nonexistent',
      'Cannot connect to the database "club" at the socket in /nonexistent: there is no such socket.',
    ],
    ['no such host', () => 'postgres://ada:topsecret@database.invalid/club', 'at database.invalid:5432: '],
    [
      'no such database',
      () => to((url) => (url.pathname = '/nothing')),
      'that database does not exist. Create it (createdb), or',
    ],
    ['a wrong password', () => to((url) => (url.password = 'topsecret')), 'it rejects the password. Correct the user and'],
    [
      'a password with a slash',
      () => 'postgres://ada:topsecret/x@db.example/club',
      'DATABASE_URL cannot be read. Its form is postgres://',
    ],
  ])('%s', async (_what, connectionString, sentence) => {
    const error: unknown = await probeDatabase(connectionString()).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(DatabaseUnreachableError)
    expect((error as Error).message).toContain(sentence)
    expect((error as Error).message).not.toMatch(/topsecret|ECONN/)
  })
})

describe('awaitDatabase', () => {
  test('waits for a database that starts later, and says once why it waits', async () => {
    const port = await freePort()
    const { host, port: databasePort } = new pg.Client({ connectionString: database.connectionString })
    const address = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${databasePort}` } : { host, port: databasePort }
    const url = new URL(database.connectionString)
    url.searchParams.delete('host')
    url.host = `127.0.0.1:${port}`
    const lines: string[] = []
    const waiting = awaitDatabase(url.href, (line) => void lines.push(line))
    await eventually(() => expect(lines).toHaveLength(1))
    const proxy = createServer((socket) => void socket.pipe(connect(address)).pipe(socket)).listen(port, '127.0.0.1')
    await waiting
    proxy.close()
    expect(lines).toEqual([expect.stringMatching(/: no program accepts connections there\. .* The start waits for it\.$/)])
  })

  test('does not wait for what only a change of the settings ends', async () => {
    const url = new URL(database.connectionString)
    url.password = 'topsecret'
    await expect(awaitDatabase(url.href, () => expect.unreachable())).rejects.toThrow('it rejects the password')
  })
})
