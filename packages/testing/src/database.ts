import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/** The migrated database that tests get copies of. */
export const TEMPLATE = 'outlast_template'

/** A database of one test file's own. */
export interface TestDatabase {
  readonly connectionString: string
  /** Cuts every connection and takes the database away. */
  drop(): Promise<void>
}

/**
 * Makes a database for a test file: migrated, or empty where the migrations are what is tested.
 * Only in tests of the `database` project: `*.pg.test.ts` and `apps/server/tests`.
 */
export async function createTestDatabase(options: { empty?: boolean } = {}): Promise<TestDatabase> {
  const server = inject('postgres')
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

declare module 'vitest' {
  interface ProvidedContext {
    /** How to connect to the run's PostgreSQL. */
    postgres: string
  }
}
