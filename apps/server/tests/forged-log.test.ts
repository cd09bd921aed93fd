import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { generatePool } from '@outlast/testing'
import { createTemporaryFolder } from '@outlast/testing/files'
import { copyDatabase, createTestDatabase, type TestDatabase, withClient } from '@outlast/testing/postgres/database'
import { replaceLogOnly, withLogDatabase, withMatchingHashes } from '@outlast/testing/rewritten-log'
import { startServer, testEnvironment } from '@outlast/testing/server/server-process'
import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { openLog } from '../src/app/open-log.ts'
import { BackupError } from '../src/backup/manifest.ts'
import { writeBackup } from '../src/backup/write-backup.ts'
import { rebuildProjections } from '../src/log/projections.ts'
import { systemClock } from '../src/lib/clock.ts'
import { readEvents } from '../src/log/read.ts'
import type { StoredEvent } from '../src/log/stored-event.ts'
import { ForgedLog } from '../src/log/verified-log.ts'
import { upgradeDatabase } from '../src/upgrade/upgrade-database.ts'
import { runCommand } from './support/cli.ts'

// A log that somebody has forged in the database never becomes official: whatever folds it refuses, says where, and changes nothing.

vi.setConfig({ testTimeout: 400_000, hookTimeout: 400_000 })

const POOL = { entries: 6, entriesPerMember: 2, playedWeeks: 2, current: 'open', events: 120, goodPicks: 0.8 } as const
const EVERYTHING = 1_000_000
const LAST_MIGRATION = '0039-verified-log'

let original: TestDatabase
let dataDir: string
let events: readonly StoredEvent[]
const copies: TestDatabase[] = []

beforeAll(async () => {
  original = await createTestDatabase()
  dataDir = createTemporaryFolder('forged-log')
  await generatePool(original.connectionString, POOL)
  // Verifies the log, signs its head, and builds the read models.
  const env = testEnvironment(original.connectionString, { LOG_LEVEL: 'error', OUTLAST_DATA: dataDir })
  const server = await startServer({ env })
  await server.stop()
  events = await withLogDatabase(original.connectionString, (db) => readEvents(db, 0, EVERYTHING))
})
afterEach(async () => {
  for (const copy of copies.splice(0)) await copy.drop()
})
afterAll(async () => {
  await original.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

const lastScore = () => events.findLast(({ type }) => type === 'GameFinalized')!

/** Runs statements without the protections of the log. */
const asSuperuser = async (client: pg.Client, ...statements: readonly string[]) => {
  await client.query('SET session_replication_role = replica')
  for (const statement of statements) await client.query(statement)
  await client.query('SET session_replication_role = DEFAULT')
}

interface Forgery {
  readonly name: string
  readonly make: (connectionString: string) => Promise<void>
  readonly problem: RegExp
  /** What a backup has of it: nothing of the read models, so that only what the database recorded of the log can tell. */
  readonly inBackup: RegExp
}

const FORGERIES: readonly Forgery[] = [
  {
    name: 'an edited payload',
    make: (connectionString) =>
      withClient(connectionString, (client) =>
        asSuperuser(
          client,
          `UPDATE events SET data = jsonb_set(data, '{forged}', 'true') WHERE position = ${lastScore().position}`,
        ),
      ),
    problem: /Event \d+: payload does not match its hash/,
    inBackup: /Event \d+: payload does not match its hash/,
  },
  {
    name: 'a log that was rewritten with matching hashes',
    make: (connectionString) => {
      const forged = events.map((event, i) => (i === 9 ? { ...event, eventId: crypto.randomUUID() } : event))
      return replaceLogOnly(connectionString, withMatchingHashes(forged))
    },
    problem: /Event \d+: is not the one that was verified at \S+: the log was rewritten/,
    inBackup: /Event \d+: does not match the head that (was verified|the server signed) at .*: the log was rewritten/,
  },
  {
    name: 'the last events removed, with the recorded head',
    make: (connectionString) => replaceLogOnly(connectionString, events.slice(0, -3)),
    problem: /Event \d+: is not the one that was verified at .* or its end was removed/,
    inBackup: /Event \d+: the head that (was verified|the server signed) at .* is missing: the log ends at \d+/,
  },
  {
    name: 'the last events removed',
    make: (connectionString) =>
      withClient(connectionString, (client) => asSuperuser(client, `DELETE FROM events WHERE position > ${events.length - 3}`)),
    problem: /Event \d+: the recorded head is \d+, and the last event \d+/,
    inBackup: /The log is damaged: its head is at position \d+, but it has \d+ events/,
  },
]

async function forgedCopy({ make }: Forgery): Promise<string> {
  const copy = await copyDatabase(original)
  copies.push(copy)
  await make(copy.connectionString)
  return copy.connectionString
}

/** Everything in a database: the rows of each table, by its name. */
const contentOf = (connectionString: string) =>
  withClient(connectionString, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE c.relkind IN ('r', 'p') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' ORDER BY 1`,
    )
    const content: Record<string, unknown> = {}
    for (const { name } of rows)
      content[name] = (await client.query<{ row: string }>(`SELECT t::text AS row FROM ${name} AS t ORDER BY 1`)).rows
    return content
  })

async function expectRefusal(connectionString: string, problem: RegExp, running: () => Promise<unknown>): Promise<void> {
  const before = await contentOf(connectionString)
  const error = await running().then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ForgedLog)
  expect((error as ForgedLog).message).toMatch(problem)
  expect((error as ForgedLog).message).toMatch(/Nothing was changed\. .* run npm run log -- verify, /)
  expect(await contentOf(connectionString)).toEqual(before)
}

const startLog = (connectionString: string) => openLog({ connectionString, clock: systemClock, log: pino({ level: 'silent' }) })

describe.each(FORGERIES)('$name', (forgery) => {
  test('is refused by a rebuild of the read models', async () => {
    const connectionString = await forgedCopy(forgery)
    await withLogDatabase(connectionString, (db) =>
      expectRefusal(connectionString, forgery.problem, () => rebuildProjections(db)),
    )
  })

  test('is refused by a start', async () => {
    const connectionString = await forgedCopy(forgery)
    await expectRefusal(connectionString, forgery.problem, () => startLog(connectionString))
  })

  test('is refused by a start that has to rebuild, or to catch up, the read models', async () => {
    const connectionString = await forgedCopy(forgery)
    for (const change of ['version = version - 1', 'version = version + 1, position = 1']) {
      await withClient(connectionString, (client) => client.query(`UPDATE projections.checkpoint SET ${change}`))
      await expectRefusal(connectionString, forgery.problem, () => startLog(connectionString))
    }
  })

  test('is refused by a migration', async () => {
    const connectionString = await forgedCopy(forgery)
    const config = { dataDir, backups: undefined }
    await withClient(connectionString, (client) => client.query(`DELETE FROM kysely_migration WHERE name = '${LAST_MIGRATION}'`))
    await expectRefusal(connectionString, forgery.problem, () =>
      upgradeDatabase({ connectionString, config, report: () => {}, rebuildsReadModels: true }),
    )
  })

  test('is refused by a backup, or by its restore, which leaves the database and the folder empty', async () => {
    const connectionString = await forgedCopy(forgery)
    const folder = createTemporaryFolder('forged-restore')
    const file = join(folder, 'pool.tar')
    const refused = await writeBackup({ connectionString, dataDir, file }).catch((error: unknown) => error)
    const isBackedUp = !(refused instanceof BackupError)
    expect(isBackedUp ? '' : refused.message).toMatch(isBackedUp ? /^$/ : forgery.inBackup)
    if (!isBackedUp) return
    const empty = await createTestDatabase({ empty: true })
    copies.push(empty)
    const restored = join(folder, 'restored')
    const env = { DATABASE_URL: empty.connectionString, OUTLAST_DATA: restored }
    const { code, err } = await runCommand('restore', [file], { env })
    expect([code, err]).toEqual([1, expect.stringMatching(forgery.inBackup)])
    expect(err).toContain('Nothing was changed')
    expect(await contentOf(empty.connectionString)).toEqual({})
    expect(readdirSync(folder)).toEqual(['pool.tar'])
    rmSync(folder, { recursive: true })
  })
})

test('a start on an edited payload prints where it is and what to do, and exits', async () => {
  const connectionString = await forgedCopy(FORGERIES[0]!)
  const folder = createTemporaryFolder('forged-start')
  cpSync(dataDir, folder, { recursive: true })
  const env = testEnvironment(connectionString, { OUTLAST_DATA: folder, PORT: '0' })
  const { code, err } = await runCommand('start', [], { env })
  expect([code, err]).toEqual([1, expect.stringContaining(`Event ${lastScore().position}: payload does not match its hash`)])
  rmSync(folder, { recursive: true })
})

test('a log that was not forged is rebuilt, started, and remembered up to its head', async () => {
  const copy = await copyDatabase(original)
  copies.push(copy)
  await withLogDatabase(copy.connectionString, (db) => rebuildProjections(db))
  const running = await startLog(copy.connectionString)
  await running.stop()
  const { verified_log } = await contentOf(copy.connectionString)
  expect(verified_log).toEqual([{ row: expect.stringContaining(`(t,${events.length},`) }])
})
