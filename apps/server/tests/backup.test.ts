import { eventually } from '@outlast/testing'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeDataFolder } from '@outlast/testing/files'
import { readLog } from '@outlast/testing/log-check'
import { createTestDatabase, withClient } from '@outlast/testing/postgres/database'
import { startTestPool } from '@outlast/testing/server/test-pool'
import { startServer } from '@outlast/testing/server/server-process'
import type { Client } from 'pg'
import { create, extract } from 'tar'
import type { Instant } from '@outlast/domain'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { backupName, deleteOldBackups } from '../src/backup/retention.ts'
import { backupProblem } from '../src/backup/status.ts'
import type { Manifest } from '../src/backup/manifest.ts'
import { migrate } from '../src/database/index.ts'
import { isPostponed, readMigrations } from '../src/database/migrations.ts'
import { earlyChainHash, GENESIS, hashOf } from '../src/log/chain.ts'
import { runCommand } from './support/cli.ts'
import { type CommandPool, startCommandPool } from './support/cli-pool.ts'

const instant = (text: string): Instant => text as Instant

// Starts many processes and databases, which is slow on a busy machine.
vi.setConfig({ testTimeout: 400_000, hookTimeout: 400_000 })

const TABLES_LEFT_OUT = [
  'backup_status',
  'kysely_migration',
  'kysely_migration_lock',
  'rate_limits',
  'state_snapshots',
  'web_assets',
]

let pool: CommandPool
let folder: string
/** A backup of the pool, with the position of its head. */
let backup: string
let head: string
const cleanups: (() => Promise<void> | void)[] = []

beforeAll(async () => {
  pool = await startCommandPool()
  folder = mkdtempSync(join(tmpdir(), 'outlast-backup-'))
  backup = join(folder, 'pool.tar')
  // The pool of the test has its secret from its configuration; a pool without one keeps it here.
  writeFileSync(join(pool.config.dataDir, 'jwt-secret'), `${pool.config.jwtSecret}\n`, { mode: 0o600 })
  const { code, err } = await pool.command('backup', [backup])
  if (code !== 0) throw new Error(err)
  head = await pool.head()
})

afterAll(async () => {
  for (const clean of cleanups.toReversed()) await clean()
  await pool.stop()
  rmSync(folder, { recursive: true, force: true })
})

const newFolder = (): string => {
  const parent = mkdtempSync(join(tmpdir(), 'outlast-restored-'))
  cleanups.push(() => {
    removeDataFolder(join(parent, 'data'))
    rmSync(parent, { recursive: true, force: true })
  })
  return join(parent, 'data')
}

const newDatabase = async (): Promise<string> => {
  const database = await createTestDatabase({ empty: true })
  cleanups.push(() => database.drop())
  return database.connectionString
}

const restore = (file: string, env: Readonly<Record<string, string>>) => runCommand('restore', [file], { env })

/** Returns the rows of every table that a backup contains, as text. */
const contentsOf = (connectionString: string): Promise<Record<string, string[]>> =>
  withClient(connectionString, async (client) => {
    const contents: Record<string, string[]> = {}
    const tables = await client.query<{ name: string }>(`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`)
    for (const { name } of tables.rows) {
      if (TABLES_LEFT_OUT.includes(name)) continue
      const { rows } = await client.query<{ row: string }>(`SELECT to_jsonb(t)::text AS row FROM "${name}" t ORDER BY 1`)
      contents[name] = rows.map(({ row }) => row)
    }
    return contents
  })

/** Writes an archive like a backup, changed by a function that gets the folder with its parts. */
const changedBackup = async (name: string, change: (parts: string) => void): Promise<string> => {
  const parts = join(folder, `${name}-parts`)
  mkdirSync(parts)
  await extract({ file: backup, cwd: parts })
  change(parts)
  const file = join(folder, `${name}.tar`)
  const manifest = JSON.parse(readFileSync(join(parts, 'manifest.json'), 'utf8')) as Manifest
  const names = [...manifest.tables, ...manifest.files].map(({ part }) => part).filter((part) => existsSync(join(parts, part)))
  await create({ file, cwd: parts, portable: true }, ['manifest.json', ...names, 'manifest.sha256'])
  return file
}

describe('backup', () => {
  test('writes one file that only its owner can read, and leaves nothing else behind', () => {
    expect(statSync(backup).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([])
  })

  test('refuses to replace a file without --force, and keeps it', async () => {
    const file = join(folder, 'kept.tar')
    writeFileSync(file, 'kept')
    expect(await pool.command('backup', [file])).toMatchObject({ code: 1, err: expect.stringContaining('already exists') })
    expect(readFileSync(file, 'utf8')).toBe('kept')
    expect((await pool.command('backup', [file, '--force'])).code).toBe(0)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8')).not.toBe('kept')
  })

  test('refuses a folder that does not exist, and a database without a pool, with a sentence', async () => {
    expect(await pool.command('backup', [join(folder, 'missing', 'pool.tar')])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/The folder .*missing does not exist/),
    })
    const env = { DATABASE_URL: await newDatabase(), OUTLAST_DATA: newFolder() }
    expect(await runCommand('backup', [join(folder, 'none.tar')], { env })).toMatchObject({
      code: 1,
      err: expect.stringContaining('The database contains no pool'),
    })
  })

  test('is readable with tar and lists the checksum of every part', async () => {
    const parts = join(folder, 'read')
    mkdirSync(parts)
    await extract({ file: backup, cwd: parts })
    const manifest = JSON.parse(readFileSync(join(parts, 'manifest.json'), 'utf8')) as Manifest
    expect(manifest.files.map(({ name }) => name).toSorted()).toEqual(['head-key', 'heads.ndjson', 'jwt-secret'])
    expect(manifest.tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['events', 'accounts', 'log_head']))
    expect(manifest.tables.map(({ name }) => name)).not.toEqual(expect.arrayContaining(['rate_limits']))
  })

  test('records the success for the metrics, and reveals nothing else in them', async () => {
    const text = await (await fetch(`${pool.url}/metrics`)).text()
    expect(text).toMatch(/^outlast_backup_failures 0$/m)
    expect(Number(/^outlast_backup_age_seconds (\S+)$/m.exec(text)?.[1])).toBeGreaterThanOrEqual(0)
    expect(text).not.toContain(folder)
  })
})

describe('GET /api/admin/backup-status', () => {
  test('warns admins of failures without paths, and says nothing without a schedule', async () => {
    const status = await pool.ada.api.call('backupStatus')
    expect(status).toMatchObject({ is_scheduled: false, problem: null, failures: 0, last_success_at: expect.any(String) })
    const blocked = join(folder, 'blocked')
    writeFileSync(blocked, 'not a folder')
    const lines: unknown[] = []
    const scheduled = await startTestPool({
      config: { backups: { folder: join(blocked, 'backups'), everyMs: 60_000, keep: 1 } },
      onLogLine: (line) => lines.push(line),
    })
    const admin = await scheduled.register('Ada')
    await eventually(async () => expect(await admin.api.call('backupStatus')).toMatchObject({ problem: 'failed' }))
    expect(await admin.api.call('backupStatus')).toEqual({
      is_scheduled: true,
      is_configured: true,
      problem: 'failed',
      last_success_at: null,
      failures: expect.any(Number),
    })
    expect(await (await fetch(`${scheduled.url}/metrics`)).text()).toMatch(/^outlast_backup_failures [1-9]/m)
    // The operator's log has the reason.
    expect(JSON.stringify(lines)).toContain(blocked)
    const member = await scheduled.register('Ben')
    await expect(member.api.call('backupStatus')).rejects.toMatchObject({ status: 403 })
    await scheduled.stop()
  })
})

describe('POST /api/admin/backups', () => {
  test('an admin of a pool without settings backs it up now and every day, and the file can be restored', async () => {
    const dataDir = newFolder()
    const pool = await startTestPool({ config: { dataDir } })
    const admin = await pool.register('Ada')
    expect(await admin.api.call('backupStatus')).toMatchObject({ is_scheduled: false, last_success_at: null })
    const made = await admin.api.call('makeBackup', { body: { daily: true } })
    expect(made).toMatchObject({ is_scheduled: true, is_configured: false, problem: null, last_success_at: expect.any(String) })
    const [file = ''] = readdirSync(join(dataDir, 'backups'))
    expect(await admin.api.call('makeBackup', { body: { daily: false } })).toMatchObject({ is_scheduled: false })
    await pool.stop()
    const restored = newFolder()
    // The backups of the pool that was there before are not in the way.
    mkdirSync(join(restored, 'backups'), { recursive: true })
    const { code, err } = await restore(join(dataDir, 'backups', file), { OUTLAST_DATA: restored })
    expect([code, err]).toEqual([0, expect.stringContaining('1 account')])
  })

  test('makes one backup of repeats of a request', async () => {
    const dataDir = newFolder()
    const pool = await startTestPool({ config: { dataDir } })
    const admin = await pool.register('Ada')
    const make = (daily: boolean) => admin.api.call('makeBackup', { body: { daily }, idempotencyKey: 'once' })
    const made = await make(true)
    const files = readdirSync(join(dataDir, 'backups'))
    expect(await make(true)).toEqual(made)
    await expect(make(false)).rejects.toMatchObject({ code: 'idempotency_mismatch' })
    expect(readdirSync(join(dataDir, 'backups'))).toEqual(files)
    await pool.stop()
  })

  test('says that a backup failed, and not where', async () => {
    const dataDir = newFolder()
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(join(dataDir, 'backups'), 'not a folder')
    const pool = await startTestPool({ config: { dataDir } })
    const admin = await pool.register('Ada')
    const answer = await admin.api.call('makeBackup', { body: {} })
    expect(answer).toMatchObject({ is_scheduled: false, problem: 'failed', failures: 1 })
    expect(JSON.stringify(answer)).not.toContain(dataDir)
    await pool.stop()
  })
})

describe('restore', () => {
  test('moves a pool from a database to an embedded one and back, with logins, receipts and signed heads intact', async () => {
    const original = await contentsOf(pool.database.connectionString)
    const dataDir = newFolder()
    const restored = await restore(backup, { OUTLAST_DATA: dataDir })
    expect([restored.code, restored.err]).toEqual([0, expect.stringMatching(/The log is valid: \d+ events/)])
    expect(restored.err).toMatch(/It matches \d+ signed head/)
    expect(restored.err).toContain('The read models match the log')
    expect(statSync(join(dataDir, 'jwt-secret')).mode & 0o777).toBe(0o600)

    // The login of the original is valid, without JWT_SECRET in the environment.
    const server = await startServer({ env: { OUTLAST_DATA: dataDir, AUTO_SYNC: 'off' } })
    const response = await fetch(`${server.url}/api/dashboard`, { headers: { authorization: `Bearer ${pool.ben.token}` } })
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('Ben 1')])
    const second = join(folder, 'second.tar')
    expect((await runCommand('backup', [second], { env: { OUTLAST_DATA: dataDir } })).code).toBe(0)
    await server.stop()

    const env = { DATABASE_URL: await newDatabase(), OUTLAST_DATA: newFolder() }
    const back = await restore(second, env)
    expect([back.code, back.err]).toEqual([0, expect.stringContaining('The read models match the log')])
    const { events, problems } = await readLog(env.DATABASE_URL)
    expect([problems, `${events.length}:${events.at(-1)?.hash}`]).toEqual([[], head])
    const { sessions, news_cursor, setup_link, ...rest } = await contentsOf(env.DATABASE_URL)
    expect(Object.keys({ sessions, news_cursor, setup_link, ...rest }).toSorted()).toEqual(Object.keys(original).toSorted())
    for (const table of ['events', 'accounts', 'log_head', 'command_receipts', 'deliveries', 'passkeys'])
      expect([table, rest[table]]).toEqual([table, original[table]])
    expect(setup_link).toEqual(original['setup_link'])
  })

  test('lets the restored pool register people and record events', async () => {
    const dataDir = newFolder()
    expect((await restore(backup, { OUTLAST_DATA: dataDir })).code).toBe(0)
    const server = await startServer({ env: { OUTLAST_DATA: dataDir, AUTO_SYNC: 'off' } })
    const response = await fetch(`${server.url}/api/entries`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${pool.ben.token}`,
        'content-type': 'application/json',
        'idempotency-key': 'after-the-restore',
      },
      body: JSON.stringify({ user_id: pool.ben.id, name: 'Ben 2' }),
    })
    expect([response.status, await response.text()]).toEqual([201, expect.stringContaining('Ben 2')])
    await server.stop()
  })

  test('refuses a folder and a database that are not empty, and changes nothing', async () => {
    const dataDir = newFolder()
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(join(dataDir, 'notes.txt'), 'mine')
    expect(await restore(backup, { OUTLAST_DATA: dataDir })).toMatchObject({
      code: 1,
      err: expect.stringMatching(/is not empty \(notes\.txt\): a backup is only restored into an empty one/),
    })
    expect(readdirSync(dataDir)).toEqual(['notes.txt'])
    const env = { DATABASE_URL: pool.database.connectionString, OUTLAST_DATA: newFolder() }
    expect(await restore(backup, env)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/The database is not empty \(it has .*\): a backup is only restored into an empty one/),
    })
    expect(existsSync(env.OUTLAST_DATA)).toBe(false)
    expect(await pool.head()).toBe(head)
  })

  test('names the damaged part, and creates nothing', async () => {
    const refusals = async (file: string): Promise<string> => {
      const dataDir = newFolder()
      const { code, err } = await restore(file, { OUTLAST_DATA: dataDir })
      expect([code, existsSync(dataDir)]).toEqual([1, false])
      return err
    }
    const flip = (part: string) => (parts: string) => {
      const bytes = readFileSync(join(parts, part))
      bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1)
      writeFileSync(join(parts, part), bytes)
    }
    for (const part of ['tables/events.copy.zst', 'data/head-key']) {
      const file = await changedBackup(part.replaceAll(/\W/g, '-'), flip(part))
      expect(await refusals(file)).toContain(`The backup is damaged: its part ${part}`)
    }
    const missing = await changedBackup('missing', (parts) => rmSync(join(parts, 'tables/accounts.copy.zst')))
    expect(await refusals(missing)).toContain('The backup is damaged: its part tables/accounts.copy.zst is missing')
    const edited = await changedBackup('edited', (parts) => {
      const text = readFileSync(join(parts, 'manifest.json'), 'utf8')
      writeFileSync(join(parts, 'manifest.json'), text.replace('"created_at": "20', '"created_at": "21'))
    })
    expect(await refusals(edited)).toContain('The backup is damaged: its part manifest.json')
    const cut = join(folder, 'cut.tar')
    const bytes = readFileSync(backup)
    writeFileSync(cut, bytes.subarray(0, bytes.length >> 1))
    expect(await refusals(cut)).toMatch(/The backup is (damaged: its|incomplete: it ends after its) part \S+/)
    const other = join(folder, 'other.tar')
    writeFileSync(other, 'no archive '.repeat(1000))
    expect(await refusals(other)).toContain('is not a backup of Outlast')
    expect(await refusals(join(folder, 'absent.tar'))).toMatch(/File not found/)
  })

  test('refuses a backup of a newer format, or with migrations that it does not know', async () => {
    const rewritten = (name: string, change: (manifest: Record<string, unknown>) => void) =>
      changedBackup(name, (parts) => {
        const manifest = JSON.parse(readFileSync(join(parts, 'manifest.json'), 'utf8')) as Record<string, unknown>
        change(manifest)
        writeFileSync(join(parts, 'manifest.json'), JSON.stringify(manifest))
      })
    const newer = 'The backup was made by a newer version of Outlast (9.1.0'
    const format = await rewritten('format', (manifest) => Object.assign(manifest, { format: 2, version: '9.1.0' }))
    expect((await restore(format, { OUTLAST_DATA: newFolder() })).err).toContain(`${newer})`)
    const ahead = await rewritten('ahead', (manifest) =>
      Object.assign(manifest, { version: '9.1.0', migrations: [...(manifest['migrations'] as string[]), '9999-later'] }),
    )
    expect((await restore(ahead, { OUTLAST_DATA: newFolder() })).err).toContain(`${newer}, with 9999-later)`)
  })

  test('restores a backup of an older schema and migrates its rows', async () => {
    const older = await newDatabase()
    // A later version drops what this one does not use.
    const names = (await readMigrations()).filter((migration) => !isPostponed(migration)).map(({ name }) => name)
    await migrate({ connectionString: older, to: '0006-account-links' })
    // A log from before event hashes, whose events have none.
    await withClient(older, insertEarlyEvents)
    const file = join(folder, 'older.tar')
    const env = { DATABASE_URL: older, OUTLAST_DATA: newFolder() }
    expect((await runCommand('backup', [file], { env })).code).toBe(0)
    const target = { DATABASE_URL: await newDatabase(), OUTLAST_DATA: newFolder() }
    const restored = await restore(file, target)
    expect([restored.code, restored.err]).toEqual([0, expect.stringMatching(/The log is valid: 2 events/)])
    await withClient(target.DATABASE_URL, async (client) => {
      const { rows } = await client.query<{ name: string }>('SELECT name FROM kysely_migration ORDER BY name')
      expect(rows.map(({ name }) => name)).toEqual(names)
      expect((await client.query(`SELECT 1 FROM events WHERE event_hash IS NULL`)).rowCount).toBe(2)
    })
    // And once more: the events without a hash are still allowed.
    const again = join(folder, 'again.tar')
    expect((await runCommand('backup', [again], { env: target })).code).toBe(0)
    expect((await restore(again, { DATABASE_URL: await newDatabase(), OUTLAST_DATA: newFolder() })).code).toBe(0)
  })
})

/** Inserts a member with an entry, as versions before migration 0009 did: without event hashes. */
async function insertEarlyEvents(client: Client): Promise<void> {
  const at = instant('2025-08-01T00:00:00.000Z')
  const metadata = { actor: null, role: 'system' }
  const events = [
    { stream: 'user-1', type: 'UserRegistered', data: { userId: 1, isAdmin: true, origin: 'self' } },
    { stream: 'entry-1', type: 'EntryCreated', data: { entryId: 1, userId: 1, name: 'Early 1' } },
  ]
  let hash = GENESIS
  for (const [index, event] of events.entries()) {
    const position = index + 1
    const rest = { version: 1, eventId: randomUUID(), schemaVersion: 1, recordedAt: at, siteTime: at, metadata }
    const dataHash = hashOf(event.data)
    hash = earlyChainHash(hash, { ...event, ...rest, position, dataHash } as never)
    await client.query(
      `INSERT INTO events (position, stream, version, event_id, type, schema_version, data, metadata, recorded_at, site_time, data_hash, hash)
       VALUES ($1, $2, 1, $3, $4, 1, $5, $6, $7, $7, decode($8, 'hex'), decode($9, 'hex'))`,
      [position, event.stream, rest.eventId, event.type, event.data, metadata, at, dataHash, hash],
    )
  }
  await client.query(`UPDATE log_head SET position = 2, hash = decode($1, 'hex'), recorded_at = $2`, [hash, at])
}

describe('backupProblem', () => {
  const status = { failures: 0, lastSuccessAt: instant('2030-01-01T00:00:00Z'), watchedSince: instant('2029-01-01T00:00:00Z') }
  const DAY_MS = 86_400_000

  test('is late after one and a half intervals without a success, and failed after a failure', () => {
    expect(backupProblem(status, DAY_MS, instant('2030-01-02T11:00:00Z'))).toBe(null)
    expect(backupProblem(status, DAY_MS, instant('2030-01-02T13:00:00Z'))).toBe('late')
    expect(backupProblem({ ...status, failures: 1 }, DAY_MS, instant('2030-01-01T01:00:00Z'))).toBe('failed')
    expect(backupProblem({ ...status, lastSuccessAt: null }, DAY_MS, instant('2029-01-03T00:00:00Z'))).toBe('late')
    expect(backupProblem({ failures: 0, lastSuccessAt: null, watchedSince: null }, DAY_MS, status.lastSuccessAt)).toBe(null)
  })
})

describe('deleteOldBackups', () => {
  test('keeps the newest backups of each series, what another process may be writing, and every other file', async () => {
    const kept = join(folder, 'scheduled')
    mkdirSync(kept)
    const names = [1, 2, 3, 4].map((day) => backupName('outlast', instant(`2030-01-0${day}T02:30:00Z`)))
    const byHand = [5, 6, 7].map((day) => backupName('outlast-by-hand', instant(`2030-01-0${day}T02:30:00Z`)))
    for (const name of [...names, ...byHand, 'mine.tar', 'outlast-old.tar']) writeFileSync(join(kept, name), '')
    const [leftBehind, beingWritten] = names.map((name) => `.${name}.partial-abc`)
    for (const part of [leftBehind, beingWritten]) mkdirSync(join(kept, part ?? ''))
    const deleted = await deleteOldBackups(kept, 2, instant('2030-01-02T02:31:00Z'))
    expect(deleted).toEqual([names[0], names[1], leftBehind, byHand[0]])
    const others = ['mine.tar', names[2], names[3], byHand[1], byHand[2], 'outlast-old.tar']
    expect(readdirSync(kept).toSorted()).toEqual([beingWritten, ...others])
  })
})
