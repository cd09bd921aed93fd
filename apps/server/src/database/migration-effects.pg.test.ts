import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase, type TestDatabase, withClient } from '@outlast/testing/postgres/database'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { breakingChanges, changesRows, readSchema, type SchemaFacts } from '../../tests/support/schema/schema-changes.ts'
import { compareVersions } from '../lib/versions.ts'
import { VERSION } from '../lib/paths.ts'
import { migrate } from './migrate.ts'
import { isPostponed, type Migration, readMigrations } from './migrations.ts'

// Each migration declares what it does (`effect`). These tests compare that with what it does to the schema and which statements it runs.

/** From before this rule. A release's migrations only add: do not add a name here (docs/decisions/117). */
const MAY_STOP_OLDER_SERVERS = ['0009-event-hashes', '0026-deliveries', '0028-several-sign-in-links', '0031-announced']
/** Changes of these that older servers do not notice: a wider check of purposes, and a column that is unique with another one. */
const HARMLESS: Readonly<Record<string, RegExp>> = {
  '0015-sessions-and-passkeys': /^constraint account_links\.account_links_purpose_check was/,
  '0016-notifications': /^constraint mail_outbox\./,
}

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase({ empty: true })
})
afterEach(() => database.drop())

const schemaNow = (): Promise<SchemaFacts> => withClient(database.connectionString, readSchema)

/** Applies migrations one after the other, and returns for each what it broke and which of its statements change rows. */
async function observe(migrations: readonly Migration[], folder?: string) {
  const found = new Map<string, { readonly breaks: readonly string[]; readonly rows: readonly string[] }>()
  for (const { name } of migrations) {
    const before = await schemaNow()
    const statements: string[] = []
    const onStatement = (moment: 'before' | 'after', statement: string) => {
      if (moment === 'before' && !/kysely_migration|schema_version/.test(statement)) statements.push(statement)
    }
    const only = [...found.keys(), name]
    await migrate({ connectionString: database.connectionString, only, onStatement, ...(folder === undefined ? {} : { folder }) })
    const harmless = HARMLESS[name]
    const breaks = breakingChanges(before, await schemaNow()).filter((change) => harmless?.test(change) !== true)
    found.set(name, { breaks, rows: statements.filter(changesRows) })
  }
  return found
}

describe('the project’s migrations', () => {
  it('do to the schema and to rows only what they declare', async () => {
    const migrations = await readMigrations()
    const observed = await observe(migrations)
    const problems = migrations.flatMap(({ name, effect }) => {
      const { breaks = [], rows = [] } = observed.get(name) ?? {}
      const mayBreak = effect.stopsOlderServers === true || effect.dropsUnusedSince !== undefined
      const changesData = effect.changesData === true
      return [
        ...(mayBreak ? [] : breaks.map((what) => `${name} must only add: ${what}`)),
        ...(changesData ? [] : rows.map((what) => `${name} changes rows, but does not declare changesData: ${what}`)),
        ...(changesData && rows.length === 0 ? [`${name} declares changesData, but changes no row`] : []),
        ...(effect.dropsUnusedSince !== undefined && breaks.length === 0 ? [`${name} declares a drop, but drops nothing`] : []),
      ]
    })
    expect(problems).toEqual([])
  })

  it('stop servers of older versions only where they did before 1.0.0', async () => {
    const names = (await readMigrations()).filter(({ effect }) => effect.stopsOlderServers === true).map(({ name }) => name)
    expect(names).toEqual(MAY_STOP_OLDER_SERVERS)
  })

  it('drop something only in a release after the one that does not use it any more', async () => {
    for (const migration of await readMigrations()) {
      const since = migration.effect.dropsUnusedSince
      if (since === undefined) continue
      expect(isPostponed(migration, since)).toBe(true)
      expect([migration.name, isPostponed(migration)]).toEqual([migration.name, compareVersions(VERSION, since) <= 0])
    }
  })

  it('end in the same schema on a database whose 0026 and 0031 have dropped what they replaced', async () => {
    const all = (await readMigrations()).map(({ name }) => name)
    await migrate({ connectionString: database.connectionString, only: all })
    const expected = await schemaNow()
    const other = await createTestDatabase({ empty: true })
    try {
      await migrate({ connectionString: other.connectionString, to: '0034-push-sessions' })
      const schema = await withClient(other.connectionString, async (client) => {
        // As these migrations did it until 28 November 2026.
        await client.query('ALTER TABLE webhooks DROP COLUMN failing_since')
        await client.query('DROP TABLE mail_outbox, webhook_deliveries, news_told, reminder_times, reminded_members')
        await client.query('DROP FUNCTION mail_outbox_moves(), webhook_deliveries_moves()')
        await migrate({ connectionString: other.connectionString })
        await migrate({ connectionString: other.connectionString, only: all })
        return readSchema(client)
      })
      expect(Object.fromEntries(schema)).toEqual(Object.fromEntries(expected))
    } finally {
      await other.drop()
    }
  })
})

describe('what counts as breaking', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'outlast-migrations-'))
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const add = (name: string, statement: string) =>
    writeFileSync(
      join(folder, `${name}.ts`),
      `import { sql } from ${JSON.stringify(import.meta.resolve('kysely'))}\nexport const up = (db) => sql.raw(${JSON.stringify(statement)}).execute(db)`,
    )
  const breaks = async (statement: string): Promise<readonly string[]> => {
    add(
      '0001-before',
      'CREATE TABLE old (id bigint PRIMARY KEY, name text, size integer NOT NULL DEFAULT 0); CREATE TABLE other (id int)',
    )
    add('0002-change', statement)
    return (await observe(await readMigrations(folder), folder)).get('0002-change')?.breaks ?? []
  }

  it.each([
    ['a dropped table', 'DROP TABLE other', 'table other is gone'],
    ['a dropped column', 'ALTER TABLE old DROP COLUMN name', 'column old.name is gone'],
    ['a renamed column', 'ALTER TABLE old RENAME name TO title', 'column old.name is gone'],
    ['a renamed table', 'ALTER TABLE other RENAME TO others', 'table other is gone'],
    ['another type', 'ALTER TABLE old ALTER size TYPE bigint', 'column old.size was "integer NOT NULL DEFAULT"'],
    ['a column that must be set', 'ALTER TABLE old ADD mark text NOT NULL', 'column old.mark is new'],
    ['NOT NULL', 'ALTER TABLE old ALTER name SET NOT NULL', 'column old.name was "text"'],
    ['a lost default', 'ALTER TABLE old ALTER size DROP DEFAULT', 'column old.size was'],
    ['a lost key', 'ALTER TABLE old DROP CONSTRAINT old_pkey', 'constraint old.old_pkey is gone'],
    ['a new check', 'ALTER TABLE old ADD CHECK (size > 0)', 'constraint old.old_size_check is new'],
    ['a new unique index', 'CREATE UNIQUE INDEX old_names ON old (name)', 'unique index old.old_names is new'],
    ['what a block of code drops', "DO $$ BEGIN EXECUTE 'DROP TABLE ' || 'other'; END $$", 'table other is gone'],
  ])('%s', async (_what, statement, expected) => {
    expect((await breaks(statement)).join('\n')).toContain(expected)
  })

  it.each([
    ['a new table', 'CREATE TABLE new (id bigint PRIMARY KEY, name text NOT NULL UNIQUE)'],
    ['a new index', 'CREATE INDEX old_names ON old (name)'],
    ['a column that may be null', 'ALTER TABLE old ADD mark text'],
    ['a column with a default', "ALTER TABLE old ADD mark text NOT NULL DEFAULT ''"],
  ])('is not %s', async (_what, statement) => {
    expect(await breaks(statement)).toEqual([])
  })

  it('of rows is whatever may touch those that were there', () => {
    for (const statement of [
      'UPDATE a SET b = 1',
      ' DELETE FROM a',
      'INSERT INTO a SELECT * FROM b',
      'TRUNCATE a',
      'WITH x AS (SELECT) DELETE FROM a',
    ])
      expect([statement, changesRows(statement)]).toEqual([statement, true])
    for (const statement of ['INSERT INTO a DEFAULT VALUES', 'CREATE TABLE a (b int)', 'SELECT position FROM log_head'])
      expect([statement, changesRows(statement)]).toEqual([statement, false])
  })
})
