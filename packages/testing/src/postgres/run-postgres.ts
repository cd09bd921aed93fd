import { startTestPool } from '../server/test-pool.ts'
import { POSTGRES_VARIABLE, runStatement, TEMPLATE } from './database.ts'
import { startTemporaryPostgres } from './temporary-postgres.ts'

/**
 * Starts one PostgreSQL for a whole test run, with a template database on which a server has run once. Every process of the run finds it through an
 * environment variable. Returns a function that stops and removes it.
 * @param options.withReadModels whether the template has the read models, so that no test creates them. Default: true
 */
export async function startRunPostgres({ withReadModels = true } = {}): Promise<() => Promise<void>> {
  const server = await startTemporaryPostgres({ settings: { max_connections: '300', shared_buffers: '64MB' } })
  const connectionString = await server.createMigratedDatabase(TEMPLATE)
  if (withReadModels) {
    // The first start creates the read models and stores the files of the web app, which would take each pool 60 ms.
    const pool = await startTestPool({ database: { connectionString, drop: () => Promise.resolve() } })
    await pool.stop()
  }
  await runStatement(server.connectionString, `ALTER DATABASE ${TEMPLATE} ALLOW_CONNECTIONS false`)
  process.env[POSTGRES_VARIABLE] = server.connectionString
  return () => server.remove()
}
