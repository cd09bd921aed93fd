import { Worker } from 'node:worker_threads'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Tables } from '../database/tables.ts'
import type { Follower } from '../pool/follower.ts'
import { newestSnapshotPosition } from '../pool/snapshots.ts'
import type { Job } from './job.ts'

/** Events between two snapshots: a server that starts folds this many in well under a second. */
const EVENTS_BETWEEN = 25_000
/** How often to check, in milliseconds, and so the least time between two snapshots while the log grows fast: the server's load is highest then. */
const CHECK_EVERY_MS = 20_000

interface SnapshotJobOptions {
  readonly connectionString: string
  readonly db: Kysely<Tables>
  readonly follower: Pick<Follower, 'position'>
  readonly log: Pick<Logger, 'info'>
  readonly eventsBetween?: number
}

/** Stores a snapshot of the state whenever the log has grown enough, so that the next start does not fold the whole log. */
export function snapshotJob({ connectionString, db, follower, log, eventsBetween = EVENTS_BETWEEN }: SnapshotJobOptions): Job {
  let lastPosition = 0
  return {
    name: 'the state snapshots',
    leader: true,
    every: CHECK_EVERY_MS,
    run: async () => {
      const { position } = follower
      if (position - lastPosition < eventsBetween) return
      const newest = await newestSnapshotPosition(db)
      const isDue = position - newest >= eventsBetween
      // Counts from here even if the snapshot fails, so that a failure is not repeated at once.
      lastPosition = isDue ? position : newest
      if (isDue) await runWorker(connectionString, log)
    },
  }
}

async function runWorker(connectionString: string, log: SnapshotJobOptions['log']): Promise<void> {
  const worker = new Worker(new URL('./snapshot-worker.ts', import.meta.url), { workerData: { connectionString } })
  await new Promise<void>((resolve, reject) => {
    worker.on('message', ({ position }: { position: number }) => log.info({ position }, 'State snapshot stored'))
    worker.on('error', reject)
    worker.on('exit', () => resolve())
  })
}
