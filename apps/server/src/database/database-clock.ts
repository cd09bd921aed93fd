import { type Instant, instantFromMs, instantToMs } from '@outlast/domain'
import { type QueryExecutorProvider, sql } from 'kysely'

// Raw SQL: the time is read without a table.

/** The pool's real time, which follows the times that the database returns. */
export interface FollowingClock {
  /** Sets the clock to a time that the database has just returned. */
  observe(databaseTime: Instant): void
  now(): Instant
}

/**
 * Tracks the database's time in this process: measured whenever the log is read, and continued with a monotonic clock in between.
 * All processes of a pool therefore agree on the time, even if the clock of a machine is wrong.
 */
export class DatabaseClock implements FollowingClock {
  #offsetMs: number | undefined
  #last = { ms: 0, instant: instantFromMs(0) }
  readonly #fallbackMs: () => number

  /** @param fallbackMs the machine's clock, used until the database's time has been read once */
  constructor(fallbackMs: () => number) {
    this.#fallbackMs = fallbackMs
  }

  observe(databaseTime: Instant): void {
    this.#offsetMs = instantToMs(databaseTime) - performance.now()
  }

  now(): Instant {
    const ms = Math.floor(this.#offsetMs === undefined ? this.#fallbackMs() : this.#offsetMs + performance.now())
    // Each request reads the time several times, often within one millisecond.
    if (ms !== this.#last.ms) this.#last = { ms, instant: instantFromMs(ms) }
    return this.#last.instant
  }
}

/** Reads the database's time. */
export async function readDatabaseTime(db: QueryExecutorProvider): Promise<Instant> {
  const { rows } = await sql<{ now: Instant }>`SELECT date_trunc('milliseconds', clock_timestamp()) AS now`.execute(db)
  const row = rows[0]
  if (row === undefined) throw new Error('the database returned no time')
  return row.now
}
