import { withClient } from '@outlast/testing/postgres/durable-postgres'
import { startOurServer } from '@outlast/testing/server/benchmark-server'
import { freePort, type Part, startTalking } from '@outlast/testing/process/worker'
import { JWT_SECRET } from '@outlast/testing/server/secret'

/** A server under load. */
export interface Side {
  readonly port: number
  readonly part: Part
  /** How many picks its database has recorded, changes included. */
  readonly recorded: () => Promise<number>
}

/** Ours, as it is deployed, on a database of its own. */
export async function startOurs(connectionString: string, dataDir: string, profile: string | undefined): Promise<Side> {
  const { port, part } = await startOurServer({ connectionString, dataDir, profile })
  return {
    port,
    part,
    recorded: () => countBy(connectionString, "SELECT count(*) AS n FROM events WHERE type = 'PickSubmitted'"),
  }
}

/** The comparator, with a pool of connections of a size. */
export async function startComparator(connectionString: string, poolSize: number): Promise<Side> {
  const port = await freePort()
  const env = { DATABASE_URL: connectionString, JWT_SECRET, PORT: String(port), POOL_SIZE: String(poolSize) }
  const part = startTalking(new URL('./comparator/server.ts', import.meta.url), { env })
  await part.hear()
  return { port, part, recorded: () => countBy(connectionString, 'SELECT sum(version) AS n FROM picks') }
}

function countBy(connectionString: string, query: string): Promise<number> {
  return withClient(connectionString, async (client) => Number((await client.query<{ n: string }>(query)).rows[0]?.n))
}
