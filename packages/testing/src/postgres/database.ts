import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** The migrated database that tests get copies of. */
export const TEMPLATE = 'outlast_template'
/** Names how to connect to the run's PostgreSQL. */
export const POSTGRES_VARIABLE = 'OUTLAST_TEST_POSTGRES'

/** A database of one test file's own. */
export interface TestDatabase {
  readonly connectionString: string
  /** Cuts every connection and takes the database away. */
  drop(): Promise<void>
}

/**
 * Makes a database for a test: migrated, or empty where the migrations are what is tested. Only where a run has its
 * PostgreSQL: in vitest's `database` project (`*.pg.test.ts` and `apps/server/tests`) and in the browser tests.
 */
export async function createTestDatabase(options: { empty?: boolean } = {}): Promise<TestDatabase> {
  const server = process.env[POSTGRES_VARIABLE]
  if (server === undefined) throw new Error('This run has no PostgreSQL: see startRunPostgres')
  const name = `test_${randomBytes(8).toString('hex')}`
  await runStatement(server, `CREATE DATABASE ${name} TEMPLATE ${options.empty === true ? 'template0' : TEMPLATE}`)
  return {
    connectionString: withDatabase(server, name),
    drop: () => runStatement(server, `DROP DATABASE ${name} WITH (FORCE)`),
  }
}

/** The same server, another database. */
export function withDatabase(connectionString: string, name: string): string {
  const url = new URL(connectionString)
  url.pathname = `/${name}`
  return url.href
}

/** Runs one statement on a connection of its own. */
export async function runStatement(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
