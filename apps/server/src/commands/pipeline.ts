import {
  type CommandType,
  currentSiteTime,
  type Instant,
  instantFromMs,
  instantToMs,
  nextDeadline,
  weeksDueToLock,
} from '@outlast/domain'
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { collectStatements } from '../database/collected-statements.ts'
import { sendWholeTransaction } from '../database/whole-transaction.ts'
import { APPEND_LOCK } from '../database/locks.ts'
import type { Follower } from '../pool/follower.ts'
import { Batch } from './batch.ts'
import { type BatchItemResult, decideAll, type DecidedBatch, writeDecided } from './decided-batch.ts'
import type { QueuedCommand } from './queued-command.ts'

// Raw SQL: the append lock, and the check of everything that a batch was decided on.

/** How long batches are decided under the lock after a batch failed that was decided without it; longer after each further failure. */
const PAUSE_MS = 100
const MAX_PAUSE_MS = 5_000
/** A batch takes over the fork of the one before. This many may share one, so that a fork does not grow without limit. */
const MAX_DEPTH = 100
/** The commands that are sent without waiting. */
const PICK_COMMANDS = new Set<CommandType | undefined>(['SubmitPick', 'ChangePick', 'ClearPick'])

export interface PipelineOptions {
  /** The appender's pool of one connection, in pg's pipeline mode. */
  readonly connections: pg.Pool
  readonly follower: Follower
  /** The database's time as this process estimates it. */
  readonly now: () => Instant
}

/** The outcome of a batch that was sent. Its commands succeed or fail together. */
export type SendOutcome =
  | { readonly committed: true; readonly results: readonly BatchItemResult[] }
  /** `lost` is the batch if it is unknown whether it committed. */
  | { readonly committed: false; readonly lost: DecidedBatch | undefined }

/**
 * Appends picks while earlier picks are still being executed and flushed. Each batch is decided on the state after the one before,
 * and its whole transaction is sent at once. The transaction takes the append lock and first checks that nothing has happened that
 * the decisions did not take into account: another event at the head, a receipt, or a lock that is due. Otherwise it fails, and so
 * does every batch that builds on it. Their commands are decided again under the lock ([the appender](appender.ts)). Nothing is
 * folded or acknowledged before its commit.
 */
export class Pipeline {
  readonly #options: PipelineOptions
  #client: pg.PoolClient | undefined
  #inFlight = 0
  /** The last batch in flight, on which the next one is decided. */
  #tip: Batch | undefined
  #pauseMs = PAUSE_MS
  #pausedUntil = 0
  #isBroken = false

  constructor(options: PipelineOptions) {
    this.#options = options
  }

  /**
   * Decides and sends a batch. Returns undefined if it has to be appended under the lock: then wait until all batches in flight
   * have ended, and append it before any other.
   */
  async send(commands: readonly QueuedCommand[]): Promise<{ readonly outcome: Promise<SendOutcome> } | undefined> {
    const previous = this.#tip
    const isTooDeep = (previous?.depth ?? 0) >= MAX_DEPTH
    // Other commands, such as a lock, take long to decide, and the decision would be discarded here.
    if (!commands.every(({ type }) => PICK_COMMANDS.has(type))) return undefined
    // Without a tip, the batches in flight have failed.
    if (performance.now() < this.#pausedUntil || isTooDeep || (this.#inFlight > 0 && previous === undefined)) return undefined
    // Until it is sent, the batch occupies the connection, but nothing may be decided on it.
    this.#inFlight += 1
    this.#tip = undefined
    try {
      const { decided, statements } = await this.#decide(commands, previous)
      this.#client ??= await this.#options.connections.connect()
      this.#tip = decided.batch
      return { outcome: this.#finish(decided, sendWholeTransaction(this.#client, statements)) }
    } catch {
      // Whatever is wrong with the commands or the database, the appender finds and reports it.
      this.#release()
      return undefined
    }
  }

  async #decide(commands: readonly QueuedCommand[], previous: Batch | undefined) {
    const { follower, now } = this.#options
    const { recordedAt } = follower.state.head
    const time = [now(), recordedAt, previous?.now ?? recordedAt].reduce((a, b) => (a > b ? a : b))
    const batch = new Batch(undefined, follower.state, time, previous)
    if (weeksDueToLock(batch.pool, currentSiteTime(batch.pool, time)).length > 0) throw new Error('a lock is due')
    const decided = await decideAll(commands, batch, new Map())
    const statements = await collectStatements(async (tx) => {
      await sql`SELECT pg_advisory_xact_lock(${sql.lit(APPEND_LOCK)})`.execute(tx)
      await checkPremises(decided).execute(tx)
      await writeDecided(tx, decided)
    })
    return { decided, statements }
  }

  async #finish(decided: DecidedBatch, committed: Promise<void>): Promise<SendOutcome> {
    const { follower } = this.#options
    const { events } = decided.batch
    try {
      await follower.committing(events.at(-1)?.position ?? 0, () => committed)
      follower.ingest(events)
    } catch (error) {
      this.#fail()
      // Only the database itself can say that it rolled back. A batch that wrote nothing cannot be found, so it is decided again.
      const isRolledBack = error instanceof pg.DatabaseError && error.severity === 'ERROR'
      const wroteNothing = events.length === 0 && decided.receipts.length === 0
      return { committed: false, lost: isRolledBack || wroteNothing ? undefined : decided }
    }
    this.#pauseMs = Math.max(PAUSE_MS, this.#pauseMs / 2)
    this.#release()
    return { committed: true, results: decided.results }
  }

  #fail(): void {
    this.#tip = undefined
    if (performance.now() >= this.#pausedUntil) {
      this.#pausedUntil = performance.now() + this.#pauseMs
      this.#pauseMs = Math.min(MAX_PAUSE_MS, this.#pauseMs * 2)
    }
    this.#isBroken = true
    this.#release()
  }

  /** Releases the connection after the last batch in flight, and closes it if one of them failed. */
  #release(): void {
    this.#inFlight -= 1
    if (this.#inFlight > 0) return
    this.#tip = undefined
    this.#client?.release(this.#isBroken)
    this.#client = undefined
    this.#isBroken = false
  }
}

/**
 * Makes the transaction fail, by a division by zero, if anything has changed that a batch was decided on: another head of the log, a
 * receipt of one of its commands, or a lock or kickoff between the time of the decisions and now.
 */
function checkPremises({ batch, keyHashes }: DecidedBatch): RawBuilder<unknown> {
  const keys = JSON.stringify(keyHashes)
  return sql`
    SELECT 1 / coalesce((
      SELECT (position = ${batch.after.position} AND hash = decode(${batch.after.hash}, 'hex')
        AND clock_timestamp() >= ${batch.now}::timestamptz AND clock_timestamp() < ${deadlineOf(batch)}::timestamptz
        AND NOT EXISTS (
          SELECT FROM command_receipts
          WHERE key_hash IN (SELECT decode(value, 'hex') FROM json_array_elements_text(${keys}::json))))::integer
      FROM log_head), 0)`
}

/** Returns the real time of the next lock or kickoff. */
function deadlineOf({ pool, now }: Batch): Instant | 'infinity' {
  const siteNow = currentSiteTime(pool, now)
  const deadline = pool.siteClock.mode === 'frozen' ? undefined : nextDeadline(pool, siteNow)
  if (deadline === undefined) return 'infinity'
  return instantFromMs(instantToMs(now) + instantToMs(deadline) - instantToMs(siteNow))
}
