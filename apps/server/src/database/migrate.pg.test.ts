import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase, runStatement, type TestDatabase } from '@outlast/testing/postgres/database'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DatabaseAheadError, migrate } from './migrate.ts'

let database: TestDatabase
let folder: string

beforeEach(async () => {
  database = await createTestDatabase({ empty: true })
  folder = mkdtempSync(join(tmpdir(), 'outlast-migrations-'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
})

afterEach(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

function add(name: string, statement: string) {
  const body = `export const up = (db) => db.executeQuery({ sql: ${JSON.stringify(statement)}, parameters: [], query: { kind: 'RawNode', sqlFragments: [], parameters: [] }, queryId: { queryId: 'x' } })`
  writeFileSync(join(folder, `${name}.ts`), body)
}

async function rows(query: string): Promise<unknown[]> {
  const client = new pg.Client(database.connectionString)
  await client.connect()
  const result = await client.query(query)
  await client.end()
  return result.rows
}

test('migrate: runs each migration once, in the order of their numbers', async () => {
  add('0002-second', 'INSERT INTO seen VALUES (2)')
  add('0001-first', 'CREATE TABLE seen (n int)')
  expect(await migrate({ connectionString: database.connectionString, folder })).toEqual(['0001-first', '0002-second'])
  expect(await migrate({ connectionString: database.connectionString, folder })).toEqual([])
  expect(await rows('SELECT n FROM seen')).toEqual([{ n: 2 }])
})

test('migrate: runs in one of several concurrent processes while the others wait', async () => {
  add('0001-first', 'CREATE TABLE seen (n int); SELECT pg_sleep(0.2)')
  add('0002-second', 'INSERT INTO seen VALUES (2)')
  const applied = await Promise.all(
    Array.from({ length: 4 }, () => migrate({ connectionString: database.connectionString, folder })),
  )
  expect(applied.flat().toSorted()).toEqual(['0001-first', '0002-second'])
  expect(await rows('SELECT n FROM seen')).toEqual([{ n: 2 }])
})

test('migrate: rolls everything back and names the migration that failed', async () => {
  add('0001-first', 'CREATE TABLE seen (n int)')
  add('0002-broken', 'SELECT 1 / 0')
  await expect(migrate({ connectionString: database.connectionString, folder })).rejects.toThrow(
    '(0002-broken): division by zero',
  )
  expect(await rows("SELECT to_regclass('seen') AS seen")).toEqual([{ seen: null }])
})

test('migrate: rejects a database that is ahead of the code and leaves it unchanged', async () => {
  add('0001-first', 'CREATE TABLE seen (n int)')
  await migrate({ connectionString: database.connectionString, folder })
  await runStatement(database.connectionString, "INSERT INTO kysely_migration VALUES ('0002-later', '2026-01-01')")
  const refused = migrate({ connectionString: database.connectionString, folder })
  await expect(refused).rejects.toThrow(DatabaseAheadError)
  await expect(refused).rejects.toThrow('it has 0002-later. Start the newer version.')
})

test('migrate: rejects a file name without a number', async () => {
  add('first', 'CREATE TABLE seen (n int)')
  await expect(migrate({ connectionString: database.connectionString, folder })).rejects.toThrow(
    'first.ts is not a valid migration name',
  )
})

test("migrate: runs the project's migrations on an empty database", async () => {
  const applied = await migrate({ connectionString: database.connectionString })
  expect(applied[0]).toBe('0001-event-log')
})
