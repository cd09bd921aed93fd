import { openDatabase } from '@outlast/server/database'
import type { Tables } from '@outlast/server/database'
import { rebuildProjections } from '@outlast/server/log/projections'
import { streamEvents } from '@outlast/server/log/read'
import { median } from '@outlast/testing/report/statistics'

/** What this process is to do with a log: make the read models from it, or only read it. */
export interface RebuildTask {
  readonly connectionString: string
  readonly kind: 'rebuild' | 'read'
}

export interface RebuildResult {
  readonly events: number
  readonly seconds: number
  /** Greatest resident memory, in MiB. */
  readonly memory: number
  /** The middle one of the resident memory in the first third of the time, and in the last, in MiB. */
  readonly early: number
  readonly late: number
}

const SAMPLE_EVERY_MS = 50

async function read(database: ReturnType<typeof openDatabase<Tables>>): Promise<number> {
  let events = 0
  for await (const chunk of streamEvents(database.db, { chunk: 10_000 })) events += chunk.length
  return events
}

async function work({ connectionString, kind }: RebuildTask): Promise<RebuildResult> {
  const database = openDatabase<Tables>({ connectionString, max: 4, onError: (error) => console.error(error.message) })
  // Connected before the clock runs, for both.
  await Promise.all([database.pool.query('SELECT 1'), database.pool.query('SELECT 1')])
  const samples: number[] = []
  const sampling = setInterval(() => samples.push(process.memoryUsage.rss() / 2 ** 20), SAMPLE_EVERY_MS)
  const start = performance.now()
  const events = kind === 'read' ? await read(database) : (await rebuildProjections(database.db)).events
  const seconds = (performance.now() - start) / 1000
  clearInterval(sampling)
  await database.close()
  const third = Math.floor(samples.length / 3)
  return {
    events,
    seconds,
    memory: process.resourceUsage().maxRSS / 1024,
    early: median(samples.slice(0, third)),
    late: median(samples.slice(-third)),
  }
}

process.on('message', (task: RebuildTask) => {
  void work(task).then((result) => process.send?.(result))
})
process.on('disconnect', () => process.exit(0))
