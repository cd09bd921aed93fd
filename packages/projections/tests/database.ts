import { createTestDatabase, type TestDatabase } from '@outlast/testing/postgres/database'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll } from 'vitest'

/** Parsers like those of the server: 8-byte integers become numbers, timestamps the domain’s instants. */
const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString()],
])
const types = { getTypeParser: (oid: number, format?: 'text') => parsers.get(oid) ?? pg.types.getTypeParser(oid, format) }

/** Creates a migrated database for a test file at its first use, and drops it after the file’s tests. */
export function useTestDatabase(): Kysely<unknown> {
  let created: Promise<{ database: TestDatabase; pool: pg.Pool; allClosed: () => Promise<void> }> | undefined
  const create = async () => {
    const database = await createTestDatabase()
    return { database, ...openPool(database.connectionString) }
  }
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: async () => (await (created ??= create())).pool }) })
  afterAll(async () => {
    await db.destroy()
    const { database, allClosed } = (await created) ?? {}
    await allClosed?.()
    await database?.drop()
  })
  return db
}

/** Opens a pool that reports when its connections are closed. The pool itself ends earlier, and dropping the database would make them fail. */
function openPool(connectionString: string) {
  const pool = new pg.Pool({ connectionString, max: 4, types: types as pg.CustomTypesConfig })
  const closed: Promise<unknown>[] = []
  pool.on('connect', (client) => closed.push(new Promise((resolve) => client.once('end', resolve))))
  return { pool, allClosed: async () => void (await Promise.all(closed)) }
}
