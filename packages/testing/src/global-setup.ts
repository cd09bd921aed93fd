import { migrate } from '@outlast/server/database'
import type { TestProject } from 'vitest/node'
import { runStatement, TEMPLATE, withDatabase } from './database.ts'
import { sharedData } from './root.ts'
import { startThrowAwayPostgres } from './throw-away-postgres.ts'

let server: Awaited<ReturnType<typeof startThrowAwayPostgres>> | undefined

/** Once per run: one PostgreSQL, and in it one migrated database that the tests' own are copies of. */
export async function setup(project: TestProject): Promise<void> {
  if (sharedData('README.md') === undefined) console.log('../shared/data is absent: the tests on real seasons are skipped')
  server = await startThrowAwayPostgres({ settings: { max_connections: '300', shared_buffers: '64MB' } })
  const { connectionString } = server.postgres
  await runStatement(connectionString, `CREATE DATABASE ${TEMPLATE}`)
  await migrate({ connectionString: withDatabase(connectionString, TEMPLATE) })
  await runStatement(connectionString, `ALTER DATABASE ${TEMPLATE} ALLOW_CONNECTIONS false`)
  project.provide('postgres', connectionString)
}

/** Takes the PostgreSQL of the run away. */
export async function teardown(): Promise<void> {
  await server?.remove()
}
