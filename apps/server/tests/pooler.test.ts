import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConnectionPooler } from '@outlast/testing/postgres/connection-pooler'
import { createTestDatabase, type TestDatabase } from '@outlast/testing/postgres/database'
import { runProgram, startProgram } from '@outlast/testing/process/program'
import { afterEach, beforeEach, expect, test } from 'vitest'

let database: TestDatabase
let folder: string
let pooler: ConnectionPooler

beforeEach(async () => {
  database = await createTestDatabase({ empty: true })
  folder = mkdtempSync(join(tmpdir(), 'outlast-pooler-'))
})

afterEach(async () => {
  await pooler.stop()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const MAIN = ['apps/server/src/main.ts', 'start']

/** Returns the environment of a server whose database is behind a pooler. */
async function behind(mode: 'session' | 'transaction'): Promise<Record<string, string>> {
  pooler = new ConnectionPooler(database.connectionString, mode)
  return { DATABASE_URL: await pooler.start(), OUTLAST_DATA: folder, PORT: '0', AUTO_SYNC: 'off' }
}

test('server: refuses to start behind a pooler in transaction mode, with one sentence', async () => {
  const env = await behind('transaction')
  const sentence = expect.stringMatching(
    /^DATABASE_URL leads through a connection pooler .* or connect to PostgreSQL directly\.\n$/,
  )
  expect(await runProgram(process.execPath, MAIN, { env })).toMatchObject({ code: 78, err: sentence })
  const migrating = runProgram(process.execPath, ['apps/server/src/main.ts', 'migrate'], { env })
  expect(await migrating).toMatchObject({ code: 1, err: sentence })
})

test('server: works behind a pooler in session mode', async () => {
  const server = startProgram(process.execPath, MAIN, { env: await behind('session') })
  try {
    await server.waitForOutput('http://')
    const url = /http:\/\/localhost:\d+/.exec(server.output())?.[0] ?? ''
    const register = (n: number) =>
      fetch(`${url}/api/auth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: `m${n}@club.example`, password: 'a long secret', first_name: 'M', last_name: `${n}` }),
      })
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => register(n)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
  } finally {
    await server.stop()
  }
})
