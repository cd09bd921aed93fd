import { eventually } from '@outlast/testing/async'
import { createTestDatabase } from '@outlast/testing/postgres/database'
import { loseLastEvents, withLogDatabase } from '@outlast/testing/rewritten-log'
import { startServer, testEnvironment } from '@outlast/testing/server/server-process'
import { startTestPool } from '@outlast/testing/server/test-pool'
import { createClient } from '@outlast/contract/client'
import { registerPerson } from '@outlast/testing/server/people'
import { expect, test } from 'vitest'

test('a server whose database has lost commits is not ready any more', async () => {
  const pool = await startTestPool()
  await pool.register('Ada Admin')
  await pool.register('Bob Builder')
  await withLogDatabase(pool.database.connectionString, (db) => loseLastEvents(db, 1))
  await eventually(async () => {
    const response = await fetch(`${pool.url}/readyz`)
    const checks = { database: true, storage: true, log_followed: false, accepting: true }
    expect([response.status, await response.json()]).toMatchObject([503, { checks }])
  })
  await pool.stop()
})

test('a server whose database has lost commits ends, says why, and can be started again', async () => {
  const database = await createTestDatabase()
  const server = await startServer({ env: testEnvironment(database.connectionString) })
  const clientFor = (token: string | null) => createClient({ baseUrl: server.url, token: () => token })
  await registerPerson(clientFor, 'Ada Admin', '')
  await registerPerson(clientFor, 'Bob Builder', '')
  await withLogDatabase(database.connectionString, (db) => loseLastEvents(db, 1))
  expect(await server.exited).toMatchObject({ code: 1 })
  expect(server.output()).toContain('The log in the database is not the one that this server has read')
  await server.start()
  await server.stop()
  await database.drop()
})
