import { setTimeout as sleep } from 'node:timers/promises'
import type { ChainHead, Instant } from '@outlast/domain'
import { type Kysely, type QueryExecutorProvider, type QueryResult, sql } from 'kysely'
import { isDatabaseUnavailable } from '../database/faults.ts'
import type { Tables } from '../database/tables.ts'
import { APPEND_LOCK } from '../database/locks.ts'
import { type Follower, LogDiverged } from '../pool/follower.ts'
import { Batch } from './batch.ts'
import { type BatchItemResult, decideAll, type DecidedBatch, writeDecided } from './decided-batch.ts'
import { DatabaseUnavailable, OutcomeUnknown } from '../lib/errors.ts'
import type { QueuedCommand } from './queued-command.ts'
import { findReceipts } from './receipts.ts'

// This file uses raw SQL for the append lock and for the exact order of BEGIN, lock, read and COMMIT.

/** After a lost reply to COMMIT: how long, and how often, to check whether the transaction committed. */
const RESOLVE_FOR_MS = 60_000
const RESOLVE_EVERY_MS = 200

export interface AppenderOptions {
  /** A pool of one connection, opened with `prepare`, so that appending never waits for readers. */
  readonly db: Kysely<Tables>
  readonly follower: Follower
  /** Receives the database's time whenever the appender reads it. */
  readonly onTime?: (now: Instant) => void
  /** How long to ask whether a COMMIT without a reply took effect, in milliseconds. Default: one minute. */
  readonly resolveForMs?: number
  /** Once the process stops, it asks no more than once. */
  readonly stopping?: AbortSignal
}

/** The reply to COMMIT was lost, so the transaction may or may not have committed. */
class CommitReplyLost extends Error {
  readonly decided: DecidedBatch
  constructor(decided: DecidedBatch) {
    super('the reply to COMMIT was lost')
    this.decided = decided
  }
}

/** Appends commands to the log: one transaction, under one lock, per batch (docs/architecture.md, "Append"). */
export class Appender {
  readonly #options: AppenderOptions

  constructor(options: AppenderOptions) {
    this.#options = options
  }

  /**
   * Runs commands in order. If one fails unexpectedly, only that one fails: the others run again one by one, and if the database becomes
   * unreachable meanwhile, those that were not recorded yet fail with DatabaseUnavailable.
   *
   * @param takeLateArrivals called once the lock is held; returns commands that arrived meanwhile, to run after the others
   * @param lost the same commands, decided for an earlier transaction that may have committed: if it did, its results are returned
   * @throws the connection error if the database is unreachable, or LogDiverged, and then nothing was recorded; or OutcomeUnknown
   */
  async append(
    submitted: readonly QueuedCommand[],
    takeLateArrivals: () => readonly QueuedCommand[] = () => [],
    lost?: DecidedBatch,
  ): Promise<readonly BatchItemResult[]> {
    const commands = [...submitted]
    try {
      if (lost !== undefined) return await this.#resolve(lost, commands)
      return await this.#transact(commands, takeLateArrivals)
    } catch (error) {
      if (error instanceof CommitReplyLost) return this.append(commands, undefined, error.decided)
      if (error instanceof OutcomeUnknown || error instanceof LogDiverged) throw error
      if (isDatabaseUnavailable(error)) throw error
      if (commands.length === 1) return [{ error }]
      return await this.#appendOneByOne(commands)
    }
  }

  /** Once a command has run, no error is thrown: the batch would run again. Those from the one that fails on get its error each. */
  async #appendOneByOne(commands: readonly QueuedCommand[]): Promise<readonly BatchItemResult[]> {
    const results: BatchItemResult[] = []
    try {
      for (const command of commands) results.push(...(await this.append([command])))
    } catch (cause) {
      if (results.length === 0) throw cause
      if (cause instanceof OutcomeUnknown) results.push({ error: cause })
      const error = new DatabaseUnavailable('the database is unreachable', { cause })
      while (results.length < commands.length) results.push({ error })
    }
    return results
  }

  #transact(
    commands: QueuedCommand[],
    takeLateArrivals: () => readonly QueuedCommand[],
    lost?: LostAttempts,
  ): Promise<readonly BatchItemResult[]> {
    return this.#options.db.connection().execute(async (tx) => {
      const { follower } = this.#options
      const decided = await this.#decide(tx, commands, takeLateArrivals, lost).catch(async (error: unknown) => {
        // If the connection is gone, there is nothing to roll back.
        await sql`ROLLBACK`.execute(tx).catch(() => {})
        throw error
      })
      try {
        await follower.committing(decided.batch.events.at(-1)?.position ?? 0, () => sql`COMMIT`.execute(tx))
      } catch {
        throw new CommitReplyLost(decided)
      }
      follower.ingest(decided.batch.events)
      return decided.results
    })
  }

  async #decide(
    tx: Kysely<Tables>,
    commands: QueuedCommand[],
    takeLateArrivals: () => readonly QueuedCommand[],
    lost?: LostAttempts,
  ): Promise<DecidedBatch> {
    const { follower, onTime } = this.#options
    const atLock = await begin(tx)
    const late = takeLateArrivals()
    commands.push(...late)
    // A lock time may have passed between the first reading and the late arrivals, so they need a time that is not before their arrival.
    const now = late.length === 0 ? atLock : await readTime(tx)
    onTime?.(now.clock)
    if (now.position > follower.position) await follower.readNewEvents(tx)
    const recorded = await lost?.findRecorded(tx)
    if (recorded !== undefined) return recorded
    const known = await findReceipts(
      tx,
      commands.flatMap((command) => command.idempotency ?? []),
    )
    follower.assertHead(now)
    const batch = new Batch(tx, follower.state, now.recordedAt)
    const decided = await decideAll(commands, batch, known)
    await writeDecided(tx, decided)
    return decided
  }

  /**
   * Finds out whether one of several attempts to record the same commands is in the log, and records the commands if none is. Both
   * happen while the lock is held, so an attempt that reaches the database later finds another head and fails.
   */
  async #resolve(first: DecidedBatch, commands: QueuedCommand[]): Promise<readonly BatchItemResult[]> {
    const { resolveForMs = RESOLVE_FOR_MS, stopping } = this.#options
    const deadline = performance.now() + resolveForMs
    const lost = new LostAttempts(first)
    for (;;) {
      try {
        return await this.#transact(commands, () => [], lost)
      } catch (error) {
        if (error instanceof CommitReplyLost) lost.add(error.decided)
        else if (lost.areRuledOut && !isDatabaseUnavailable(error)) throw error
        if (performance.now() > deadline || stopping?.aborted === true || error instanceof LogDiverged)
          throw new OutcomeUnknown('no reply to COMMIT', { cause: error })
        await sleep(RESOLVE_EVERY_MS, undefined, { signal: stopping }).catch(() => {})
      }
    }
  }
}

/** Attempts to record the same commands. Each may have committed, but at most one has. */
class LostAttempts {
  readonly #attempts: DecidedBatch[]
  /** Whether it is certain that none of them is in the log. */
  areRuledOut = false

  constructor(first: DecidedBatch) {
    this.#attempts = [first]
  }

  add(attempt: DecidedBatch): void {
    this.#attempts.push(attempt)
    this.areRuledOut = false
  }

  /** Returns the attempt that is in the log. Call it under the append lock. */
  async findRecorded(tx: Kysely<Tables>): Promise<DecidedBatch | undefined> {
    for (const attempt of this.#attempts) if (await isRecorded(tx, attempt)) return attempt
    this.areRuledOut = true
    return undefined
  }
}

/** The head of the log, and the time. */
interface LogTime extends ChainHead {
  readonly recordedAt: Instant
  readonly clock: Instant
}

/**
 * Begins the transaction, takes the append lock, and reads the log's head and the time. It reads `clock_timestamp()`, since
 * `now()` would return the time before the wait, and never returns a time before the last event. One round trip, but
 * separate statements: the last one sees everything that committed before we got the lock.
 */
async function begin(tx: QueryExecutorProvider): Promise<LogTime> {
  return logTimeIn(await sql<LogTime>`BEGIN; SELECT pg_advisory_xact_lock(${sql.lit(APPEND_LOCK)}); ${READ_TIME}`.execute(tx))
}

/** Reads the head and the time again, under the lock. */
async function readTime(tx: QueryExecutorProvider): Promise<LogTime> {
  return logTimeIn(await READ_TIME.execute(tx))
}

const READ_TIME = sql<LogTime>`
  SELECT position, encode(hash, 'hex') AS hash, date_trunc('milliseconds', clock_timestamp()) AS clock,
    greatest(recorded_at, date_trunc('milliseconds', clock_timestamp())) AS "recordedAt"
  FROM log_head`

function logTimeIn({ rows }: QueryResult<LogTime>): LogTime {
  const row = rows[0]
  if (row === undefined) throw new Error('log_head has no row')
  return row
}

async function isRecorded(tx: Kysely<Tables>, { batch, receipts }: DecidedBatch): Promise<boolean> {
  const first = batch.events[0]
  if (first !== undefined) {
    const found = await tx
      .selectFrom('events')
      .select('position')
      .where('position', '=', first.position)
      .where('event_id', '=', first.eventId)
      .executeTakeFirst()
    return found !== undefined
  }
  const receipt = receipts[0]
  if (receipt === undefined) return true
  return (await findReceipts(tx, [receipt])).has(receipt.keyHash)
}
