import { migrate } from '@outlast/server/database'
import { POSTGRES_VARIABLE, runStatement, TEMPLATE, withDatabase } from './database.ts'
import { startTemporaryPostgres } from './temporary-postgres.ts'

/**
 * One PostgreSQL for a whole run, and in it one migrated database that the tests' own are copies of. The processes of the
 * run's tests find it through an environment variable, whoever started them. @returns what takes it away
 */
export async function startRunPostgres(): Promise<() => Promise<void>> {
  const server = await startTemporaryPostgres({ settings: { max_connections: '300', shared_buffers: '64MB' } })
  const { connectionString } = server.postgres
  await runStatement(connectionString, `CREATE DATABASE ${TEMPLATE}`)
  await migrate({ connectionString: withDatabase(connectionString, TEMPLATE) })
  await runStatement(connectionString, `ALTER DATABASE ${TEMPLATE} ALLOW_CONNECTIONS false`)
  process.env[POSTGRES_VARIABLE] = connectionString
  return () => server.remove()
}
