import { openDatabase } from '@outlast/server/database'
import type { Tables } from '../../apps/server/src/database/tables.ts'
import { rebuildProjections } from '../../apps/server/src/log/projections.ts'
import { streamEvents } from '../../apps/server/src/log/read.ts'

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
}

async function read(database: ReturnType<typeof openDatabase<Tables>>): Promise<number> {
  let events = 0
  for await (const chunk of streamEvents(database.db, { chunk: 10_000 })) events += chunk.length
  return events
}

async function work({ connectionString, kind }: RebuildTask): Promise<RebuildResult> {
  const database = openDatabase<Tables>({ connectionString, max: 4, onError: (error) => console.error(error.message) })
  // Connected before the clock runs, for both.
  await Promise.all([database.pool.query('SELECT 1'), database.pool.query('SELECT 1')])
  const start = performance.now()
  const events = kind === 'read' ? await read(database) : (await rebuildProjections(database.db)).events
  const seconds = (performance.now() - start) / 1000
  await database.close()
  return { events, seconds, memory: process.resourceUsage().maxRSS / 1024 }
}

process.on('message', (task: RebuildTask) => {
  void work(task).then((result) => process.send?.(result))
})
process.on('disconnect', () => process.exit(0))
