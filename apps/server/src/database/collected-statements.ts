import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Returns the statements that a function would execute, in order, without executing them. The function must not depend on
 * their results: it receives no rows.
 */
export async function collectStatements(run: (tx: Kysely<Tables>) => Promise<void>): Promise<readonly CompiledQuery[]> {
  const statements: CompiledQuery[] = []
  const connection: DatabaseConnection = {
    executeQuery: (statement) => {
      statements.push(statement)
      return Promise.resolve({ rows: [] })
    },
    streamQuery: () => {
      throw new Error('a collected statement has no rows')
    },
  }
  class CollectingDriver extends DummyDriver {
    override acquireConnection(): Promise<DatabaseConnection> {
      return Promise.resolve(connection)
    }
  }
  await run(
    new Kysely<Tables>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new CollectingDriver(),
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    }),
  )
  return statements
}
