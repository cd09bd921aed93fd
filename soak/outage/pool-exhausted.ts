import { startTemporaryPostgres } from '@outlast/testing'
import pg from 'pg'
import { migrate } from '@outlast/server/database'
import type { Scenario } from '../support/scenario.ts'
import { goThrough, type OutageSizes } from './outage.ts'

const MAX_CONNECTIONS = 60

/** Others take every connection that PostgreSQL has; then a transaction of theirs holds the tables that ours wait for. */
export const poolExhausted: Scenario<OutageSizes> = {
  name: 'pool-exhausted',
  about: 'every connection of PostgreSQL taken by others, and then every one of ours held by their lock',
  sizes: { seconds: 30, rate: 50 },
  short: { seconds: 7, rate: 40 },
  async run(context, sizes) {
    const cluster = await startTemporaryPostgres({ durable: true, settings: { max_connections: String(MAX_CONNECTIONS) } })
    const { connectionString } = cluster.postgres
    await migrate({ connectionString })
    try {
      const outages = [
        { what: 'connections taken', begin: () => takeAll(connectionString), stopsPicks: true, seconds: sizes.seconds },
        { what: 'our connections held', begin: () => holdTables(connectionString), stopsPicks: true, seconds: sizes.seconds },
      ]
      const demands = await goThrough(context, { connectionString, drop: async () => {} }, sizes, outages)
      return { title: `No connection to be had for ${sizes.seconds} s`, demands, notes: [] }
    } finally {
      await cluster.remove()
    }
  },
}

/** Takes each connection as soon as it is free, ends those of the server, and takes theirs as well. */
async function takeAll(connectionString: string): Promise<() => Promise<void>> {
  const [first, ...rest] = await takeFree(connectionString)
  if (first === undefined) throw new Error('no connection to begin with')
  const ours = [first, ...rest]
  for (let left = Number.POSITIVE_INFINITY; left > 0;) {
    const { rows } = await first.query<{ ended: boolean }>(
      `SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity WHERE application_name LIKE 'outlast%' AND pid <> pg_backend_pid()`,
    )
    left = rows.length
    ours.push(...(await takeFree(connectionString)))
  }
  return async () => void (await Promise.all(ours.map((client) => client.end())))
}

async function takeFree(connectionString: string): Promise<readonly pg.Client[]> {
  const taken: pg.Client[] = []
  for (;;) {
    const client = new pg.Client({ connectionString, application_name: 'somebody else' })
    client.on('error', () => {})
    try {
      await client.connect()
    } catch {
      return taken
    }
    taken.push(client)
  }
}

async function holdTables(connectionString: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString, application_name: 'somebody else' })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'projections')`,
  )
  // They wait for each other's transactions without end while the server is busy: what does not come at once is asked for again.
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
