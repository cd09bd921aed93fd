import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeDataFolder } from '@outlast/testing/files'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { EmbeddedApps, end, isAlive, query, until } from '../../tests/support/embedded-apps.ts'
import { borrowEmbeddedPostgres } from './embedded.ts'

const silent = { info: () => undefined, warn: () => undefined }
const isRoot = process.getuid?.() === 0
const apps = new EmbeddedApps()

let folder: string
let dataDir: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outlast-embedded-'))
  chmodSync(folder, 0o755)
  dataDir = join(folder, '.outlast')
})

afterEach(async () => {
  await apps.endAll()
  removeDataFolder(dataDir)
  rmSync(folder, { recursive: true, force: true })
})

const startApp = () => apps.start(dataDir)

/** Inserts rows until the server is unreachable, and returns how many were acknowledged. */
async function insertUntilCut(connectionString: string, afterSome: () => void): Promise<number> {
  const client = new pg.Client(connectionString)
  client.on('error', () => undefined)
  await client.connect()
  await client.query('CREATE TABLE stream (n int PRIMARY KEY)')
  for (let n = 1; ; n += 1) {
    try {
      await client.query('INSERT INTO stream VALUES ($1)', [n])
    } catch {
      return n - 1
    }
    if (n === 50) afterSome()
  }
}

/** Expects rows 1 to `acknowledged`, and at most one more whose acknowledgement was lost. */
async function expectNothingLost(connectionString: string, acknowledged: number): Promise<void> {
  const { rows } = await query(connectionString, 'SELECT count(*)::int AS count, max(n) AS last FROM stream')
  expect(rows[0].count).toBe(rows[0].last)
  expect(rows[0].count - acknowledged).toBeOneOf([0, 1])
}

test('embedded PostgreSQL: keeps data across restarts and stops with the app', async () => {
  const first = await startApp()
  await query(first.connectionString, 'CREATE TABLE kept AS SELECT 1 AS n')
  await end(first.child, 'SIGTERM')
  expect(first.child.exitCode).toBe(0)
  expect(isAlive(first.postmaster)).toBe(false)
  const second = await startApp()
  expect((await query(second.connectionString, 'SELECT n FROM kept')).rows).toEqual([{ n: 1 }])
})

test('embedded PostgreSQL: a second start on the same data folder names the process that uses it and exits with 1', async () => {
  const first = await startApp()
  expect(await apps.fail(dataDir)).toEqual({
    code: 1,
    message: `The data folder ${dataDir} is in use: Outlast already runs on it as process ${first.child.pid}. Stop that one, or set OUTLAST_DATA.`,
  })
  expect((await query(first.connectionString, 'SELECT 1 AS n')).rows).toEqual([{ n: 1 }])
})

test('embedded PostgreSQL: Ctrl-C in the terminal stops the server only after the app has finished', async () => {
  const app = await startApp()
  const ended = once(app.child, 'exit')
  process.kill(-app.child.pid!, 'SIGINT')
  await ended
  expect(app.child.exitCode).toBe(0)
  await until(() => !isAlive(app.postmaster))
  const next = await startApp()
  expect((await query(next.connectionString, 'SELECT text FROM goodbye')).rows).toEqual([{ text: 'written after the signal' }])
})

test('embedded PostgreSQL: stops when the app exits without stopping it', async () => {
  const app = await startApp()
  await end(app.child, 'SIGUSR2')
  expect(app.child.exitCode).toBe(3)
  await until(() => !isAlive(app.postmaster))
})

test('embedded PostgreSQL: loses no acknowledged row when the app is killed with kill -9, and starts cleanly', async () => {
  for (let round = 1; round <= 3; round += 1) {
    const app = await startApp()
    const inserting = insertUntilCut(app.connectionString, () => app.child.kill('SIGKILL'))
    await once(app.child, 'exit')
    expect(isAlive(app.postmaster)).toBe(true)
    const next = await startApp()
    expect(next.postmaster).not.toBe(app.postmaster)
    expect(isAlive(app.postmaster)).toBe(false)
    await expectNothingLost(next.connectionString, await inserting)
    await query(next.connectionString, 'DROP TABLE stream')
    await end(next.child, 'SIGKILL')
  }
})

test('PostgresSupervisor: restarts a killed server at the same address without losing acknowledged rows', async () => {
  const app = await startApp()
  const acknowledged = await insertUntilCut(app.connectionString, () => process.kill(app.postmaster, 'SIGKILL'))
  expect(Number(await app.readField('restarted'))).not.toBe(app.postmaster)
  await expectNothingLost(app.connectionString, acknowledged)
})

test('embedded PostgreSQL: starts cleanly after app and server were killed together', async () => {
  const app = await startApp()
  const acknowledged = await insertUntilCut(app.connectionString, () => {
    app.child.kill('SIGKILL')
    process.kill(app.postmaster, 'SIGKILL')
  })
  const next = await startApp()
  await expectNothingLost(next.connectionString, acknowledged)
})

test('embedded PostgreSQL: starts despite a stale postmaster.pid whose process id belongs to another program', async () => {
  const app = await startApp()
  await end(app.child, 'SIGTERM')
  const data = join(dataDir, 'postgres/data')
  const uid = statSync(data).uid
  const other = spawn('sleep', ['600'], { stdio: 'ignore', ...(isRoot ? { uid, gid: statSync(data).gid } : {}) })
  try {
    writeFileSync(
      join(data, 'postmaster.pid'),
      `${other.pid}\n${data}\n1\n5432\n${join(dataDir, 'postgres/socket')}\n\n\nready   \n`,
    )
    const next = await startApp()
    expect(isAlive(other.pid!)).toBe(true)
    expect(next.postmaster).not.toBe(other.pid)
  } finally {
    other.kill('SIGKILL')
  }
})

test('embedded PostgreSQL: creates the cluster again after an interrupted creation', async () => {
  mkdirSync(join(dataDir, 'postgres/data.draft'), { recursive: true })
  writeFileSync(join(dataDir, 'postgres/data.draft/PG_VERSION'), '18\n')
  const app = await startApp()
  expect((await query(app.connectionString, 'SELECT 1 AS n')).rows).toEqual([{ n: 1 }])
})

test('embedded PostgreSQL: its secrets are readable only by their owner, and it does not listen on the network', async () => {
  const app = await startApp()
  for (const name of ['postgres-password', 'postgres-connection.json']) {
    expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600)
  }
  expect((await query(app.connectionString, 'SHOW listen_addresses')).rows).toEqual([{ listen_addresses: '' }])
  const wrong = app.connectionString.replace(/:[0-9a-f]{48}@/, ':wrong@')
  await expect(query(wrong, 'SELECT 1')).rejects.toThrow('password authentication failed')
})

test('borrowEmbeddedPostgres: uses the server of a running app and does not stop it', async () => {
  const app = await startApp()
  const borrowed = await borrowEmbeddedPostgres({ dataDir, log: silent, durable: false })
  expect(borrowed.connectionString).toBe(app.connectionString)
  await borrowed.stop()
  expect((await query(app.connectionString, 'SELECT 1 AS n')).rows).toEqual([{ n: 1 }])
})

test('borrowEmbeddedPostgres: starts and stops a server if no app runs', async () => {
  const borrowed = await borrowEmbeddedPostgres({ dataDir, log: silent, durable: false })
  expect((await query(borrowed.connectionString, 'SELECT 1 AS n')).rows).toEqual([{ n: 1 }])
  await borrowed.stop()
  expect(existsSync(join(dataDir, 'postgres/data/postmaster.pid'))).toBe(false)
})

test('embedded PostgreSQL: runs on a data folder whose path is too long for a socket', async () => {
  dataDir = join(dataDir, 'a-folder-with-quite-a-long-name-'.repeat(4), '.outlast')
  mkdirSync(dataDir, { recursive: true })
  const app = await startApp()
  expect((await query(app.connectionString, 'SELECT 1 AS n')).rows).toEqual([{ n: 1 }])
})

test.skipIf(!isRoot)(
  'embedded PostgreSQL: as root, puts the cluster where its account can reach it if only root can enter the folder',
  async () => {
    chmodSync(folder, 0o700)
    const app = await startApp()
    expect(lstatSync(join(dataDir, 'postgres')).isSymbolicLink()).toBe(true)
    const clusterFolder = realpathSync(join(dataDir, 'postgres'))
    expect(clusterFolder).toMatch(/^\/var\/lib\/outlast\//)
    expect(statSync(join(clusterFolder, 'data')).uid).not.toBe(0)
    expect((await query(app.connectionString, 'SELECT 1 AS n')).rows).toEqual([{ n: 1 }])
  },
)
