import { type Instant, instantFromMs, instantToMs } from '@outlast/domain'
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Tables } from '../database/tables.ts'
import type { Follower } from '../state/follower.ts'
import { LOG_CHANNEL } from './write.ts'

const POLL_MS = 1_000
const RECONNECT_MS = 250

/**
 * The database's time on this process: measured when the log is read, carried on by a clock that never jumps. The
 * machine's own clock may be an hour wrong without anybody noticing.
 */
export class DatabaseClock {
  #offsetMs: number | undefined
  #last = { ms: 0, instant: instantFromMs(0) }
  readonly #fallbackMs: () => number

  /** @param fallbackMs the machine's clock, until the database has been asked once */
  constructor(fallbackMs: () => number) {
    this.#fallbackMs = fallbackMs
  }

  /** Takes a reading that was made just now. */
  observe(databaseTime: Instant): void {
    this.#offsetMs = instantToMs(databaseTime) - performance.now()
  }

  now(): Instant {
    const ms = Math.floor(this.#offsetMs === undefined ? this.#fallbackMs() : this.#offsetMs + performance.now())
    // Asked several times a request, and dozens of times a millisecond.
    if (ms !== this.#last.ms) this.#last = { ms, instant: instantFromMs(ms) }
    return this.#last.instant
  }
}

/** The database's time now. */
export async function readClock(db: QueryExecutorProvider): Promise<Instant> {
  const { rows } = await sql<{ now: Instant }>`SELECT date_trunc('milliseconds', clock_timestamp()) AS now`.execute(db)
  const row = rows[0]
  if (row === undefined) throw new Error('the database told no time')
  return row.now
}

export interface TailParts {
  readonly connectionString: string
  /** For reading; not the appender's. */
  readonly db: Kysely<Tables>
  readonly follower: Pick<Follower, 'position' | 'lacks' | 'catchUp'>
  readonly clock: DatabaseClock
  readonly log: Logger
}

/**
 * Keeps a process current with what others append: LISTEN on a connection of its own wakes it, a slow poll stands
 * behind that, and what is missing is read from the log, so no message can be lost or come twice.
 */
export class Tail {
  readonly #parts: TailParts
  #client: pg.Client | undefined
  #pollTimer: NodeJS.Timeout | undefined
  #stopped = false
  #headPosition: number | undefined

  constructor(parts: TailParts) {
    this.#parts = parts
  }

  /** Where the log ended when it was last looked at. */
  get headPosition(): number | undefined {
    return this.#headPosition
  }

  /** Starts following. The first connection is made in the background: polling works meanwhile. */
  start(): void {
    void this.#listen()
    this.#schedulePoll()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#pollTimer)
    await this.#client?.end().catch(() => {})
  }

  async #listen(): Promise<void> {
    if (this.#stopped) return
    const { connectionString, follower, log } = this.#parts
    const client = new pg.Client({ connectionString, keepAlive: true, application_name: 'outlast-tail' })
    let over = false
    const again = (error?: unknown): void => {
      if (over) return
      over = true
      if (this.#stopped) return
      log.warn({ err: error }, 'the log’s notifications were cut; connecting again')
      client.end().catch(() => {})
      setTimeout(() => void this.#listen(), RECONNECT_MS)
    }
    client.on('error', again)
    client.on('end', again)
    client.on('notification', ({ payload }) => {
      const position = Number(payload)
      if (follower.lacks(position)) this.#wake(position)
    })
    try {
      await client.connect()
      await client.query(`LISTEN ${LOG_CHANNEL}`)
      this.#client = client
      if (this.#stopped) await client.end()
      else this.#wake()
    } catch (error) {
      again(error)
    }
  }

  #schedulePoll(): void {
    if (this.#stopped) return
    this.#pollTimer = setTimeout(() => void this.#poll().finally(() => this.#schedulePoll()), POLL_MS)
  }

  async #poll(): Promise<void> {
    const { db, follower, clock, log } = this.#parts
    try {
      const { rows } = await sql<{ position: number; now: Instant }>`
        SELECT position, date_trunc('milliseconds', clock_timestamp()) AS now FROM log_head`.execute(db)
      const row = rows[0]
      if (row === undefined) return
      clock.observe(row.now)
      this.#headPosition = row.position
      if (row.position > follower.position) await follower.catchUp(db)
    } catch (error) {
      log.warn({ err: error }, 'the log could not be polled')
    }
  }

  #wake(position = 0): void {
    this.#catchUp(position).catch((error: unknown) => this.#parts.log.warn({ err: error }, 'the log could not be read on'))
  }

  /** A reading that was under way already may have begun before the event was there: then one more has it. */
  async #catchUp(position: number): Promise<void> {
    const { db, follower } = this.#parts
    await follower.catchUp(db)
    if (follower.lacks(position)) await follower.catchUp(db)
  }
}
