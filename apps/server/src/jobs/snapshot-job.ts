import { Worker } from 'node:worker_threads'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Tables } from '../database/tables.ts'
import type { Follower } from '../state/follower.ts'
import { makeDueSnapshot } from '../state/snapshots.ts'

/** Events between snapshots: folding as many takes well under a second at the next start. */
const EVERY = 25_000
/** The busiest minutes are no time to make one every few seconds; folding what comes meanwhile takes a second or two. */
const AT_MOST_EVERY_MS = 20_000

export interface SnapshotKeeperParts {
  readonly connectionString: string
  readonly db: Kysely<Tables>
  readonly follower: Follower
  readonly log: Logger
  /** Position of the snapshot that this process started from. */
  readonly last: number
}

/** Has a state snapshot made whenever the log has grown enough, so that the next start need not fold it all. */
export class SnapshotKeeper {
  readonly #parts: SnapshotKeeperParts
  #last: number
  #lastAt = Number.NEGATIVE_INFINITY
  #working: Promise<void> | undefined
  #stopped = false

  constructor(parts: SnapshotKeeperParts) {
    this.#parts = parts
    this.#last = parts.last
    parts.follower.onAdvanced(() => this.consider())
  }

  /** Makes one if it is time. */
  consider(): void {
    if (this.#stopped || this.#working !== undefined) return
    const { position } = this.#parts.follower
    const time = performance.now()
    if (position - this.#last < EVERY || time - this.#lastAt < AT_MOST_EVERY_MS) return
    // Tried or made, the next one is due only after as many events again: a failure must not be repeated at once.
    this.#last = position
    this.#lastAt = time
    this.#working = this.#makeIfDue(position).finally(() => {
      this.#working = undefined
    })
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#working
  }

  /** Another process of the pool may have made it, or be at it: then it is not made twice. */
  async #makeIfDue(position: number): Promise<void> {
    const { db, log } = this.#parts
    try {
      const newest = await makeDueSnapshot(db, { position, every: EVERY }, () => this.#make())
      if (newest !== undefined && position - newest < EVERY) this.#last = newest
    } catch (error) {
      log.warn({ err: error }, 'no state snapshot could be made')
    }
  }

  async #make(): Promise<void> {
    const { connectionString, log } = this.#parts
    const worker = new Worker(new URL('./snapshot-worker.ts', import.meta.url), { workerData: { connectionString } })
    await new Promise<void>((resolve, reject) => {
      worker.on('message', ({ position }: { position: number }) => log.info({ position }, 'state snapshot made'))
      worker.on('error', reject)
      worker.on('exit', () => resolve())
    })
  }
}
