import { freePort, type GeneratedPool, JWT_SECRET, startWorker, withClient } from '@outlast/testing'
import { startBenchServer } from '../support/server.ts'
import { COUNT_PICKS, readTeams } from './pool.ts'

/** A server under load. */
export interface Side {
  readonly port: number
  readonly pid: number
  /** Returns how many picks its database has recorded, changes included. */
  readonly recordedPicks: () => Promise<number>
  /** Returns the teams that entries have picked in the pool's open week. */
  readonly currentTeams: (pool: GeneratedPool) => Promise<ReadonlyMap<number, string>>
  readonly stop: () => Promise<unknown>
}

/** Starts Outlast as it is deployed. */
export async function startOutlast(connectionString: string, dataDir: string, profile: string | undefined): Promise<Side> {
  const server = await startBenchServer({ connectionString, dataDir, profile })
  const { port, pid } = server
  return {
    port,
    pid,
    stop: () => server.stop(),
    recordedPicks: () => count(connectionString, COUNT_PICKS),
    currentTeams: (pool) => readTeams(connectionString, pool),
  }
}

/** Starts the comparator with a connection pool of a size. */
export async function startComparator(connectionString: string, poolSize: number): Promise<Side> {
  const port = await freePort()
  const env = { DATABASE_URL: connectionString, JWT_SECRET, PORT: String(port), POOL_SIZE: String(poolSize) }
  const worker = startWorker(new URL('./comparator/server.ts', import.meta.url), { env })
  // The comparator sends a message once it listens.
  await worker.nextMessage()
  const recordedPicks = () => count(connectionString, 'SELECT sum(version) AS n FROM picks')
  const currentTeams = (pool: GeneratedPool) =>
    readTeams(connectionString, pool, 'SELECT entry_id, team_abbr AS team FROM picks WHERE week_id = $1')
  return { port, pid: worker.pid, stop: () => worker.stop(), recordedPicks, currentTeams }
}

function count(connectionString: string, query: string): Promise<number> {
  return withClient(connectionString, async (client) => Number((await client.query<{ n: string }>(query)).rows[0]?.n))
}
