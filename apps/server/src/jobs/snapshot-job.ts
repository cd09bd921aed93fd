import { Worker } from 'node:worker_threads'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Tables } from '../database/tables.ts'
import type { Follower } from '../pool/follower.ts'
import { makeDueSnapshot } from '../pool/snapshots.ts'

/** Events between two snapshots: a server that starts folds this many in well under a second. */
const EVENTS_BETWEEN = 25_000
/** The minimum time between two snapshots while the log grows fast: the server's load is highest then. */
const MIN_INTERVAL_MS = 20_000

interface SnapshotJobOptions {
  readonly connectionString: string
  readonly db: Kysely<Tables>
  readonly follower: Follower
  readonly log: Logger
  /** The position of the snapshot that this process started from. */
  readonly lastPosition: number
}

/** Stores a snapshot of the state whenever the log has grown enough, so that the next start does not fold the whole log. */
export class SnapshotJob {
  readonly #options: SnapshotJobOptions
  #lastPosition: number
  #lastAt = Number.NEGATIVE_INFINITY
  #running: Promise<void> | undefined
  #stopped = false

  constructor(options: SnapshotJobOptions) {
    this.#options = options
    this.#lastPosition = options.lastPosition
    options.follower.onAdvanced(() => this.runIfDue())
  }

  /** Makes a snapshot in the background if one is due. */
  runIfDue(): void {
    if (this.#stopped || this.#running !== undefined) return
    const { position } = this.#options.follower
    const now = performance.now()
    if (position - this.#lastPosition < EVENTS_BETWEEN || now - this.#lastAt < MIN_INTERVAL_MS) return
    // Count from here even if it fails, so that a failure is not repeated at once.
    this.#lastPosition = position
    this.#lastAt = now
    this.#running = this.#makeIfDue(position).finally(() => {
      this.#running = undefined
    })
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#running
  }

  /** Makes a snapshot, unless another process of the pool has made it or is making it. */
  async #makeIfDue(position: number): Promise<void> {
    const { db, log } = this.#options
    try {
      const newest = await makeDueSnapshot(db, { position, every: EVENTS_BETWEEN }, () => this.#runWorker())
      if (newest !== undefined && position - newest < EVENTS_BETWEEN) this.#lastPosition = newest
    } catch (error) {
      log.warn({ err: error }, 'State snapshot failed')
    }
  }

  async #runWorker(): Promise<void> {
    const { connectionString, log } = this.#options
    const worker = new Worker(new URL('./snapshot-worker.ts', import.meta.url), { workerData: { connectionString } })
    await new Promise<void>((resolve, reject) => {
      worker.on('message', ({ position }: { position: number }) => log.info({ position }, 'State snapshot stored'))
      worker.on('error', reject)
      worker.on('exit', () => resolve())
    })
  }
}
