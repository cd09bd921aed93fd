import { freePort, JWT_SECRET, startWorker, withClient } from '@outlast/testing'
import { startBenchServer } from '../support/server.ts'
import { COUNT_PICKS } from './pool.ts'

/** A server under load. */
export interface Side {
  readonly port: number
  readonly pid: number
  /** Returns how many picks its database has recorded, changes included. */
  readonly recordedPicks: () => Promise<number>
  readonly stop: () => Promise<unknown>
}

/** Starts Outlast as it is deployed. */
export async function startOutlast(connectionString: string, dataDir: string, profile: string | undefined): Promise<Side> {
  const server = await startBenchServer({ connectionString, dataDir, profile })
  const { port, pid } = server
  return { port, pid, stop: () => server.stop(), recordedPicks: () => count(connectionString, COUNT_PICKS) }
}

/** Starts the comparator with a connection pool of a size. */
export async function startComparator(connectionString: string, poolSize: number): Promise<Side> {
  const port = await freePort()
  const env = { DATABASE_URL: connectionString, JWT_SECRET, PORT: String(port), POOL_SIZE: String(poolSize) }
  const worker = startWorker(new URL('./comparator/server.ts', import.meta.url), { env })
  // The comparator sends a message once it listens.
  await worker.nextMessage()
  const recordedPicks = () => count(connectionString, 'SELECT sum(version) AS n FROM picks')
  return { port, pid: worker.pid, stop: () => worker.stop(), recordedPicks }
}

function count(connectionString: string, query: string): Promise<number> {
  return withClient(connectionString, async (client) => Number((await client.query<{ n: string }>(query)).rows[0]?.n))
}
