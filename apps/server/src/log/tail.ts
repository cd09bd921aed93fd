import type { ChainHead, Instant } from '@outlast/domain'
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import { serverConnectionName } from '../database/connected-servers.ts'
import type { FollowingClock } from '../database/database-clock.ts'
import type { Tables } from '../database/tables.ts'
import { LOG_CHANNEL } from './write.ts'

// Raw SQL fragment: the time is read by the database’s clock.

const POLL_MS = 1_000
const RECONNECT_MS = 250

/** The reader of the log that {@link Tail} keeps up to date: the follower (pool/follower.ts). */
interface LogReader {
  readonly head: ChainHead
  /** Throws unless a head that was read from the database is the one that was folded before. */
  readonly assertHead: (found: ChainHead, folded: ChainHead) => void
  /** Returns whether the event at a position has not been read yet. */
  readonly lacks: (position: number) => boolean
  readonly catchUp: (db: QueryExecutorProvider) => Promise<void>
}

interface TailOptions {
  readonly connectionString: string
  /** For reading; not the appender's connection. */
  readonly db: Kysely<Tables>
  readonly follower: LogReader
  readonly clock: FollowingClock
  readonly log: Logger
}

/**
 * Keeps a process up to date with what other processes append. A `LISTEN` connection wakes it, and a slow poll covers
 * notifications that were lost. Events are always read from the log itself, so none is missed or applied twice.
 */
export class Tail {
  readonly #options: TailOptions
  #client: pg.Client | undefined
  #pollTimer: NodeJS.Timeout | undefined
  #stopped = false
  #headPosition: number | undefined

  constructor(options: TailOptions) {
    this.#options = options
  }

  /** The log's head position at the last poll. */
  get headPosition(): number | undefined {
    return this.#headPosition
  }

  /** Starts following. The first connection opens in the background; polling covers the time until then. */
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
    const { connectionString, follower, log } = this.#options
    const client = new pg.Client({ connectionString, keepAlive: true, application_name: serverConnectionName('tail') })
    let isLost = false
    const reconnect = (error?: unknown): void => {
      if (isLost) return
      isLost = true
      if (this.#stopped) return
      log.warn({ err: error }, 'Log notification connection lost; reconnecting')
      client.end().catch(() => {})
      setTimeout(() => void this.#listen(), RECONNECT_MS)
    }
    client.on('error', reconnect)
    client.on('end', reconnect)
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
      reconnect(error)
    }
  }

  #schedulePoll(): void {
    if (this.#stopped) return
    this.#pollTimer = setTimeout(() => void this.#poll().finally(() => this.#schedulePoll()), POLL_MS)
  }

  async #poll(): Promise<void> {
    const { db, follower, clock, log } = this.#options
    // What was folded before the query is in the log. Meanwhile this process may append more.
    const folded = follower.head
    try {
      const head = await db
        .selectFrom('log_head')
        .select(['position', 'hash', sql<Instant>`date_trunc('milliseconds', clock_timestamp())`.as('now')])
        .executeTakeFirst()
      if (head === undefined) return
      clock.observe(head.now)
      this.#headPosition = head.position
      if (head.position > follower.head.position) await follower.catchUp(db)
      else if (head.position <= folded.position)
        follower.assertHead({ position: head.position, hash: head.hash.toString('hex') }, folded)
    } catch (error) {
      log.warn({ err: error }, 'Polling the log failed')
    }
  }

  #wake(position = 0): void {
    this.#catchUp(position).catch((error: unknown) => this.#options.log.warn({ err: error }, 'Reading new log events failed'))
  }

  /** A read that was already in progress may have started before the event was committed; then a second read returns it. */
  async #catchUp(position: number): Promise<void> {
    const { db, follower } = this.#options
    await follower.catchUp(db)
    if (follower.lacks(position)) await follower.catchUp(db)
  }
}
