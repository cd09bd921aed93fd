import { POSTGRES_VARIABLE, runStatement, TEMPLATE } from './database.ts'
import { startTemporaryPostgres } from './temporary-postgres.ts'

/**
 * Starts one PostgreSQL for a whole test run, with a migrated template database. Every process of the run finds it through an
 * environment variable. Returns a function that stops and removes it.
 */
export async function startRunPostgres(): Promise<() => Promise<void>> {
  const server = await startTemporaryPostgres({ settings: { max_connections: '300', shared_buffers: '64MB' } })
  await server.createMigratedDatabase(TEMPLATE)
  await runStatement(server.connectionString, `ALTER DATABASE ${TEMPLATE} ALLOW_CONNECTIONS false`)
  process.env[POSTGRES_VARIABLE] = server.connectionString
  return () => server.remove()
}
