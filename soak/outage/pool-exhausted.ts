import { migrate } from '@outlast/server/database'
import { startTemporaryPostgres } from '@outlast/testing'
import pg from 'pg'
import type { Scenario } from '../support/scenario.ts'
import { type OutageSizes, runOutages } from './outage.ts'

const MAX_CONNECTIONS = 60

/** Other clients take every connection of PostgreSQL; then a transaction of theirs locks the tables that the server needs. */
export const poolExhausted: Scenario<OutageSizes> = {
  name: 'pool-exhausted',
  about: 'every connection of PostgreSQL taken by other clients, and then every connection of the server blocked by their lock',
  sizes: { seconds: 30, rate: 50 },
  short: { seconds: 1, rate: 40 },
  async run(context, { seconds, ...sizes }) {
    const postgres = await startTemporaryPostgres({ durable: true, settings: { max_connections: String(MAX_CONNECTIONS) } })
    const { connectionString } = postgres
    try {
      await migrate({ connectionString })
      const checks = await runOutages(context, connectionString, { seconds, ...sizes }, [
        { what: 'connections taken', begin: () => takeConnections(connectionString), stopsPicks: true, seconds },
        { what: 'tables locked', begin: () => lockTables(connectionString), stopsPicks: true, seconds },
      ])
      return { title: `No database connection available for ${seconds} s`, checks, notes: [] }
    } finally {
      await postgres.remove()
    }
  },
}

/** Takes every free connection, terminates those of the server, and takes them as well. */
async function takeConnections(connectionString: string): Promise<() => Promise<void>> {
  const clients = await takeFreeConnections(connectionString)
  const [first] = clients
  if (first === undefined) throw new Error('no connection is free')
  for (let remaining = Number.POSITIVE_INFINITY; remaining > 0;) {
    const { rows } = await first.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'outlast%' AND pid <> pg_backend_pid()`,
    )
    remaining = rows.length
    clients.push(...(await takeFreeConnections(connectionString)))
  }
  return async () => void (await Promise.all(clients.map((client) => client.end())))
}

async function takeFreeConnections(connectionString: string): Promise<pg.Client[]> {
  const clients: pg.Client[] = []
  for (;;) {
    const client = new pg.Client({ connectionString, application_name: 'another client' })
    client.on('error', () => {})
    try {
      await client.connect()
    } catch {
      return clients
    }
    clients.push(client)
  }
}

async function lockTables(connectionString: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString, application_name: 'another client' })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'projections')`,
  )
  // While the server is busy, waiting for all locks at once can deadlock, so each attempt is short.
  await client.query(`SET lock_timeout = '500ms'`)
  for (;;) {
    try {
      await client.query(`BEGIN; LOCK TABLE ${rows.map(({ name }) => name).join(', ')} IN ACCESS EXCLUSIVE MODE`)
      return () => client.end()
    } catch {
      await client.query('ROLLBACK')
    }
  }
}
