import { createTestDatabase } from '@outlast/testing'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'

/** Rows as the server's connections give them: 8-byte integers as numbers, timestamps as the domain's instants. */
const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString()],
])
const types = { getTypeParser: (oid: number, format?: 'text') => parsers.get(oid) ?? pg.types.getTypeParser(oid, format) }

/** A migrated database of the test file's own. */
export async function openTestDatabase() {
  const database = await createTestDatabase()
  const { db, close } = connect(database.connectionString)
  return {
    db,
    close: async () => {
      await close()
      await database.drop()
    },
  }
}

export function connect(connectionString: string, max = 4) {
  const pool = new pg.Pool({ connectionString, max, types: types as pg.CustomTypesConfig })
  // The pool ends before its connections are gone, and the drop of the database that follows cuts them.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  return { db, close: () => db.destroy() }
}
