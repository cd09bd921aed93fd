import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** The migrated database that {@link createTestDatabase} copies. */
export const TEMPLATE = 'outlast_template'
/** The environment variable that holds the connection string of the run's PostgreSQL. */
export const POSTGRES_VARIABLE = 'OUTLAST_TEST_POSTGRES'

/** A database for one test file or scenario. */
export interface TestDatabase {
  readonly connectionString: string
  /** Closes every connection and deletes the database. */
  drop(): Promise<void>
}

/**
 * Creates a database: migrated, or empty for tests of the migrations. Requires the run's PostgreSQL, which Vitest's `database`
 * project (`*.pg.test.ts`, `apps/server/tests`, `soak`) and the browser tests start.
 */
export async function createTestDatabase(options: { empty?: boolean } = {}): Promise<TestDatabase> {
  const server = process.env[POSTGRES_VARIABLE]
  if (server === undefined) throw new Error('This run has no PostgreSQL: start one with startRunPostgres')
  return createFrom(server, options.empty === true ? 'template0' : TEMPLATE)
}

/** Creates a copy of a database that nobody is connected to, on the same server. */
export function copyDatabase({ connectionString }: Pick<TestDatabase, 'connectionString'>): Promise<TestDatabase> {
  return createFrom(withDatabase(connectionString, 'postgres'), new URL(connectionString).pathname.slice(1))
}

async function createFrom(server: string, template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  // Copying files takes half the time of PostgreSQL's default, which logs every page of the template.
  await runStatement(server, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)
  return {
    connectionString: withDatabase(server, name),
    drop: () => runStatement(server, `DROP DATABASE ${name} WITH (FORCE)`),
  }
}

/** Returns the connection string of another database on the same server. */
export function withDatabase(connectionString: string, name: string): string {
  const url = new URL(connectionString)
  url.pathname = `/${name}`
  return url.href
}

/** Runs one statement on a new connection. */
export async function runStatement(connectionString: string, statement: string): Promise<void> {
  await withClient(connectionString, (client) => client.query(statement))
}

/** Opens a connection, passes it to `run`, and closes it afterwards. */
export async function withClient<T>(connectionString: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}
