import { openDatabase, type Tables } from '@outlast/server/database'
import { rebuildProjections } from '@outlast/server/log/projections'
import { streamEvents } from '@outlast/server/log/read'
// Single modules: loading the whole testing package would change the measured memory.
import { serveRequests } from '@outlast/testing/process/worker'
import { median } from '@outlast/testing/report/statistics'

/** Rebuilds the read models from a log, or only reads it. */
export interface RebuildRequest {
  readonly connectionString: string
  readonly kind: 'rebuild' | 'read'
}

export interface RebuildResult {
  readonly events: number
  readonly seconds: number
  readonly maxMiB: number
  /** The median of the resident memory in the first third of the time, and in the last third. */
  readonly firstThirdMiB: number
  readonly lastThirdMiB: number
}

const SAMPLE_INTERVAL_MS = 50

serveRequests(async ({ connectionString, kind }: RebuildRequest): Promise<RebuildResult> => {
  const database = openDatabase<Tables>({ connectionString, max: 4, onError: (error) => console.error(error.message) })
  // Opens the connections before the measurement, for both kinds.
  await Promise.all([database.pool.query('SELECT 1'), database.pool.query('SELECT 1')])
  const samples: number[] = []
  const sampling = setInterval(() => samples.push(process.memoryUsage.rss() / 2 ** 20), SAMPLE_INTERVAL_MS)
  const startedAt = performance.now()
  const events = kind === 'read' ? await readAll(database) : (await rebuildProjections(database.db)).events
  const seconds = (performance.now() - startedAt) / 1000
  clearInterval(sampling)
  await database.close()
  const third = Math.floor(samples.length / 3)
  return {
    events,
    seconds,
    maxMiB: process.resourceUsage().maxRSS / 1024,
    firstThirdMiB: median(samples.slice(0, third)),
    lastThirdMiB: median(samples.slice(-third)),
  }
})

async function readAll(database: ReturnType<typeof openDatabase<Tables>>): Promise<number> {
  let events = 0
  for await (const chunk of streamEvents(database.db, { chunk: 10_000 })) events += chunk.length
  return events
}
