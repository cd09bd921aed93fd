import { createTestDatabase } from '@outlast/testing'
import { Kysely, PostgresDialect, type PostgresDialectConfig } from 'kysely'
import pg from 'pg'
import { afterAll } from 'vitest'

/** Rows as the server's connections give them: 8-byte integers as numbers, timestamps as the domain's instants. */
const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString()],
])
const types = { getTypeParser: (oid: number, format?: 'text') => parsers.get(oid) ?? pg.types.getTypeParser(oid, format) }

/** A migrated database of a test file's own: made when it is first asked, dropped after the file's tests. */
export function useTestDatabase(): Kysely<unknown> {
  let made: ReturnType<typeof createTestDatabase> | undefined
  const db = overPool(async () => poolOf((await (made ??= createTestDatabase())).connectionString))
  afterAll(async () => {
    await db.destroy()
    await (await made)?.drop()
  })
  return db
}

function overPool(pool: PostgresDialectConfig['pool']): Kysely<unknown> {
  return new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
}

function poolOf(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 4, types: types as pg.CustomTypesConfig })
  // The pool ends before its connections are gone, and the drop of the database that follows cuts them.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
