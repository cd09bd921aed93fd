import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '@outlast/testing'
import { copyDatabase, runStatement, type TestDatabase, withClient } from '@outlast/testing/postgres/database'
import { startProgram } from '@outlast/testing/process/program'
import { startTestPool } from '@outlast/testing/server/test-pool'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readBackup } from '../src/backup/restore-backup.ts'
import { serverConnectionName } from '../src/database/connected-servers.ts'
import { migrate } from '../src/database/migrate.ts'
import { VERSION } from '../src/lib/paths.ts'
import { upgradeDatabase, type UpgradeOptions } from '../src/upgrade/upgrade-database.ts'
import { createOldDatabase, readAllRows } from './support/schema/old-database.ts'
import { readSchema } from './support/schema/schema-changes.ts'

// Upgrades what the preview of 24 November 2026 left (decision 117).

let parent: string
let dataDir: string
let old: TestDatabase
const copies: TestDatabase[] = []
const clients: pg.Client[] = []

beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'outlast-upgrade-database-'))
  dataDir = join(parent, 'data')
  old = await createOldDatabase(dataDir)
})
afterEach(async () => {
  for (const client of clients.splice(0)) await client.end()
  for (const copy of copies.splice(0)) await copy.drop()
  rmSync(join(dataDir, 'backups'), { recursive: true, force: true })
})
afterAll(async () => {
  await old.drop()
  rmSync(parent, { recursive: true, force: true })
})

async function copyOld(): Promise<string> {
  const copy = await copyDatabase(old)
  copies.push(copy)
  return copy.connectionString
}

/** Opens a connection as a server does. */
async function connectAs(name: string, connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: name })
  clients.push(client)
  await client.connect()
  return client
}

/** Upgrades a database, and returns what was reported. */
async function upgrade(connectionString: string, options: Partial<UpgradeOptions> = {}): Promise<readonly string[]> {
  const lines: string[] = []
  const report = (line: string) => void lines.push(line)
  await upgradeDatabase({ connectionString, config: { dataDir, backups: undefined }, report, ...options })
  return lines
}

const schemaOf = async (connectionString: string) => Object.fromEntries(await withClient(connectionString, readSchema))
const messageOf = (running: Promise<unknown>): Promise<string> =>
  running.then(
    () => 'it was upgraded',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )

describe('an upgrade', () => {
  test('says from what to what, writes a verified backup first, and names each migration', async () => {
    const connectionString = await copyOld()
    const lines = await upgrade(connectionString)
    const [file = ''] = readdirSync(join(dataDir, 'backups'))
    expect(file).toMatch(/^outlast-upgrade-.*\.tar$/)
    const migrations = lines.filter((line) => /^ {2}\d{4}-/.test(line))
    expect(lines.slice(0, 4)).toEqual([
      `Upgrading the database from a version before 1.0.0 (0025-week-summaries) to Outlast ${VERSION}: ${migrations.length} migrations`,
      `Writing a backup first, because data is changed: ${join(dataDir, 'backups', file)}`,
      'The backup is complete and verified, with the log up to position 319',
      '  0026-deliveries',
    ])
    expect(lines.at(-1)).toBe(`The database is now of Outlast ${VERSION}`)
    expect((await readBackup(join(dataDir, 'backups', file))).migrations.at(-1)).toBe('0025-week-summaries')
    expect(await upgrade(connectionString)).toEqual([])
  })

  test('moves messages that wait, and those that a server of the earlier version still queues, once each', async () => {
    const connectionString = await copyOld()
    await upgrade(connectionString)
    const waiting = () =>
      withClient(connectionString, async (client) => {
        const { rows } = await client.query<{ text: string; attempts: number }>(
          'SELECT channel, endpoint, host, purpose, priority, recipient, text, attempts FROM deliveries WHERE delivered_at IS NULL ORDER BY id',
        )
        return rows
      })
    const expected = [
      {
        channel: 'mail',
        endpoint: 'mail',
        purpose: 'broadcast',
        priority: 1,
        recipient: 'a@club.example',
        text: 'First',
        attempts: 0,
      },
      { channel: 'mail', endpoint: 'mail', purpose: 'password_reset', priority: 5, text: 'Second', attempts: 3 },
      { channel: 'push', host: 'push.example', recipient: 'https://push.example/abc', text: 'Third' },
      { channel: 'webhook', endpoint: 'webhook:77', recipient: '77', text: '{}' },
    ]
    expect(await waiting()).toMatchObject(expected)
    await runStatement(
      connectionString,
      `INSERT INTO mail_outbox (channel, kind, priority, to_address, subject, text) VALUES ('mail', 'broadcast', 1, 'c@club.example', 'Late', 'Fourth');
       INSERT INTO webhook_deliveries (webhook_id, news_key, event, text, body) VALUES (77, 'lock:5', 'lock', 'again', '{}'), (77, 'lock:6', 'lock', 'Week 6', '{"n": 6}')`,
    )
    expect(await waiting()).toMatchObject([...expected, { text: 'Fourth', recipient: 'c@club.example' }, { text: '{"n": 6}' }])
    const rows = await readAllRows(connectionString)
    expect([rows['mail_outbox'], rows['webhook_deliveries'], rows['news_told']]).toEqual([[], [], []])
  })

  test('is refused while a server of an earlier version is connected, and changes nothing', async () => {
    const connectionString = await copyOld()
    const before = [await schemaOf(connectionString), await readAllRows(connectionString)]
    const client = await connectAs('outlast-append', connectionString)
    const message = await messageOf(upgrade(connectionString))
    expect(message).toMatch(
      /^The database was not changed: it is used by a server of an earlier version \(on this machine, connected since/,
    )
    expect(message).toContain(
      'which cannot work with 0026-deliveries, 0028-several-sign-in-links, 0031-announced. Stop this server, then',
    )
    expect([await schemaOf(connectionString), await readAllRows(connectionString)]).toEqual(before)
    expect(readdirSync(dataDir)).not.toContain('backups')
    await client.end()
    expect((await upgrade(connectionString)).at(-1)).toBe(`The database is now of Outlast ${VERSION}`)
  })

  test('names a server that registered, and is not refused for one that knows the migrations, nor for commands', async () => {
    const connectionString = await copyOld()
    const clientOf = (name: string) => connectAs(name, connectionString)
    await clientOf('outlast-cli')
    await clientOf(serverConnectionName('tail'))
    await clientOf(serverConnectionName('append'))
    const older = await clientOf('outlast-tail 0.9.0 0025 36 4711')
    await clientOf('outlast-check 0.9.0 0025 36 4711')
    expect(await messageOf(upgrade(connectionString))).toContain('used by Outlast 0.9.0 (process 4711 on this machine), which')
    await older.end()
    await clients.at(-1)?.end()
    expect((await upgrade(connectionString)).at(-1)).toBe(`The database is now of Outlast ${VERSION}`)
  })

  test('is refused before read models are rebuilt under a server that uses those of another version', async () => {
    const connectionString = await copyOld()
    await upgrade(connectionString)
    await runStatement(
      connectionString,
      'CREATE SCHEMA projections; CREATE TABLE projections.checkpoint AS SELECT 0::bigint AS position, 35 AS version',
    )
    await connectAs(`outlast-tail ${VERSION} 0099 35 4711`, connectionString)
    expect(await upgrade(connectionString)).toEqual([])
    expect(await messageOf(upgrade(connectionString, { rebuildsReadModels: true }))).toMatch(
      /used by Outlast .* \(process 4711 on this machine\), which cannot work with the read models of version \d+/,
    )
  })

  test('is refused if the backup fails, and then changes nothing, unless it is asked to go on without one', async () => {
    const connectionString = await copyOld()
    const before = await schemaOf(connectionString)
    const file = join(parent, 'a-file')
    writeFileSync(file, '')
    const config = { dataDir, backups: { folder: join(file, 'backups'), everyMs: 1, keep: 3 } }
    expect(await messageOf(upgrade(connectionString, { config }))).toMatch(
      /^The database was not changed, because the backup before the upgrade failed: .*migrate -- --without-backup$/,
    )
    expect(await schemaOf(connectionString)).toEqual(before)
    expect(await upgrade(connectionString, { config, withoutBackup: true })).toContain(
      'No backup is made before it, as you asked',
    )
  })

  test('deletes what a killed one left of its backup, and nothing else', async () => {
    const connectionString = await copyOld()
    const folder = join(dataDir, 'backups')
    for (const name of ['.outlast-upgrade-2126-11-28T10-00-00Z.tar.partial-abc', '.outlast-2126-11-28T10-00-00Z.tar.partial-abc'])
      mkdirSync(join(folder, name), { recursive: true })
    await upgrade(connectionString)
    expect(readdirSync(folder).toSorted()).toEqual([
      '.outlast-2126-11-28T10-00-00Z.tar.partial-abc',
      expect.stringMatching(/^outlast-upgrade-.*\.tar$/),
    ])
  })

  test('of several processes at once is done by one of them, while the others wait', async () => {
    const connectionString = await copyOld()
    const reports = await Promise.all([upgrade(connectionString), upgrade(connectionString), upgrade(connectionString)])
    const applied = reports.flat().filter((line) => line === '  0026-deliveries')
    expect(applied).toHaveLength(1)
    expect(reports.flat()).toContain('Another process is upgrading the database: waiting until it has finished')
    expect(readdirSync(join(dataDir, 'backups'))).toHaveLength(1)
  })
})

describe('a server whose database another version changed', () => {
  test('is not ready and records nothing until it fits again', async () => {
    const pool = await startTestPool()
    try {
      const ann = await pool.register('Ann')
      const ready = async () => (await fetch(`${pool.url}/readyz`)).status
      const positionNow = async () => (await ann.api.call('auditHead')).position
      const addEntry = async (name: string) => {
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${ann.token}` }
        return (
          await fetch(`${pool.url}/api/entries`, { method: 'POST', headers, body: JSON.stringify({ user_id: ann.id, name }) })
        ).status
      }
      const { connectionString } = pool.database
      const cases = [
        ["UPDATE schema_version SET oldest_version = '99.0.0'", 'UPDATE schema_version SET oldest_version = NULL'],
        ["UPDATE schema_version SET oldest_migration = '9999-later'", 'UPDATE schema_version SET oldest_migration = NULL'],
        ['UPDATE projections.checkpoint SET version = version + 1', 'UPDATE projections.checkpoint SET version = version - 1'],
      ]
      for (const [change = '', undo = ''] of cases) {
        const before = await positionNow()
        await runStatement(connectionString, change)
        await eventually(async () => expect([change, await ready()]).toEqual([change, 503]))
        expect(await addEntry('Refused')).toBe(503)
        expect(await positionNow()).toBe(before)
        await runStatement(connectionString, undo)
        await eventually(async () => expect([undo, await ready()]).toEqual([undo, 200]))
      }
      expect(await addEntry('Recorded')).toBe(201)
    } finally {
      await pool.stop()
    }
  })
})

describe('kill -9 during an upgrade', () => {
  /** The statements of an upgrade that is not interrupted, with its schema and rows. */
  async function uninterrupted() {
    const connectionString = await copyOld()
    const statements: string[] = []
    await upgrade(connectionString, {
      onStatement: (moment, statement) => {
        if (moment === 'before') statements.push(statement)
      },
    })
    return { statements, schema: await schemaOf(connectionString), rows: await readAllRows(connectionString) }
  }

  /** Kills a process at a statement. */
  async function killAt(connectionString: string, statement: number, moment: string): Promise<void> {
    const script = 'apps/server/tests/support/stopped-upgrade.ts'
    const program = startProgram(process.execPath, [script, connectionString, dataDir, String(statement), moment])
    await eventually(() => expect(program.output()).toContain('stopped'))
    await program.kill()
  }

  test('before or after a statement leaves a database whose next upgrade ends like one that was not interrupted', async () => {
    const expected = await uninterrupted()
    const last = expected.statements.length - 1
    const commit = expected.statements.findLastIndex((statement) => /^commit/i.test(statement))
    expect(commit).toBeGreaterThan(20)
    const chosen =
      process.env['EVERY_STATEMENT'] === undefined
        ? [0, Math.floor(last / 3), Math.floor(last / 2), commit]
        : [...Array(last + 1).keys()]
    for (const statement of chosen) {
      for (const moment of ['before', 'after']) {
        const place = `${moment} ${statement} of ${last}: ${expected.statements[statement]}`
        const connectionString = await copyOld()
        await killAt(connectionString, statement, moment)
        await upgrade(connectionString)
        expect({ place, schema: await schemaOf(connectionString) }).toEqual({ place, schema: expected.schema })
        expect({ place, rows: await readAllRows(connectionString) }).toEqual({ place, rows: expected.rows })
        await copies.pop()?.drop()
      }
    }
  })

  test('never leaves a part of a migration: what is not committed is gone', async () => {
    const { statements } = await uninterrupted()
    const connectionString = await copyOld()
    const before = [await schemaOf(connectionString), await readAllRows(connectionString)]
    await killAt(
      connectionString,
      statements.findLastIndex((statement) => /^commit/i.test(statement)),
      'before',
    )
    expect([await schemaOf(connectionString), await readAllRows(connectionString)]).toEqual(before)
    await migrate({ connectionString })
    expect(await schemaOf(connectionString)).not.toEqual(before[0])
  })
})
