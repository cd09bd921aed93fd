import type { Instant } from '@outlast/domain'
import { type Kysely, type QueryExecutorProvider, type QueryResult, sql } from 'kysely'
import { isDatabaseUnavailable } from '../database/faults.ts'
import type { Tables } from '../database/tables.ts'
import type { StoredEvent } from '../log/stored-event.ts'
import { APPEND_LOCK, writeEvents } from '../log/write.ts'
import type { Follower } from '../state/follower.ts'
import { Batch } from './batch.ts'
import { IdempotencyMismatch, OutcomeUnknown } from '../lib/errors.ts'
import type { QueuedCommand } from './queued-command.ts'
import {
  type CommandResult,
  findReceipts,
  type NewReceipt,
  type Receipt,
  receiptOf,
  resultOf,
  writeReceipts,
} from './receipts.ts'

// This file uses raw SQL for the append lock and for the exact order of BEGIN, lock, read and COMMIT.

/** After a lost reply to COMMIT: how long, and at what interval, to check whether the transaction committed. */
const RESOLVE_FOR_MS = 60_000
const RESOLVE_EVERY_MS = 200

/** The result of one command in a batch, or the unexpected error that this command alone caused. */
export type BatchItemResult = { readonly result: CommandResult<unknown> } | { readonly error: unknown }

export interface AppenderOptions {
  /** A pool of one connection, opened with `prepare`, so that appending never waits for readers. */
  readonly db: Kysely<Tables>
  readonly follower: Follower
  /** Updates the read models in the same transaction. */
  readonly project: (tx: Kysely<Tables>, events: readonly StoredEvent[]) => Promise<void>
  /** Receives the database's time whenever the appender reads it. */
  readonly onTime?: (now: Instant) => void
  /** How long to ask whether a COMMIT without a reply took effect, in milliseconds. Default: one minute. */
  readonly resolveForMs?: number
}

interface PreparedBatch {
  readonly batch: Batch
  readonly receipts: readonly NewReceipt[]
  readonly results: readonly BatchItemResult[]
}

/** The reply to COMMIT was lost, so the transaction may or may not have committed. */
class CommitReplyLost extends Error {
  readonly prepared: PreparedBatch
  constructor(prepared: PreparedBatch) {
    super('the reply to COMMIT was lost')
    this.prepared = prepared
  }
}

/** Appends commands to the log: one transaction, under one lock, per batch (docs/architecture.md, "Append"). */
export class Appender {
  readonly #options: AppenderOptions

  constructor(options: AppenderOptions) {
    this.#options = options
  }

  /**
   * Runs commands in order. If one fails unexpectedly, only that one fails: the others run again without it.
   *
   * @param takeLateArrivals called once the lock is held; returns commands that arrived meanwhile, to run after the others
   * @throws the connection error if the database is unreachable, and then nothing was recorded; or OutcomeUnknown
   */
  async append(
    submitted: readonly QueuedCommand[],
    takeLateArrivals: () => readonly QueuedCommand[] = () => [],
  ): Promise<readonly BatchItemResult[]> {
    const commands = [...submitted]
    try {
      return await this.#transact(commands, takeLateArrivals)
    } catch (error) {
      if (error instanceof CommitReplyLost) return this.#resolve(error.prepared, commands)
      if (isDatabaseUnavailable(error)) throw error
      if (commands.length === 1) return [{ error }]
      const results: BatchItemResult[] = []
      for (const command of commands) results.push(...(await this.append([command])))
      return results
    }
  }

  #transact(commands: QueuedCommand[], takeLateArrivals: () => readonly QueuedCommand[]): Promise<readonly BatchItemResult[]> {
    return this.#options.db.connection().execute(async (tx) => {
      const prepared = await this.#prepare(tx, commands, takeLateArrivals).catch(async (error: unknown) => {
        // If the connection is gone, there is nothing to roll back.
        await sql`ROLLBACK`.execute(tx).catch(() => {})
        throw error
      })
      const { follower } = this.#options
      try {
        await follower.committing(prepared.batch.events.at(-1)?.position ?? 0, () => sql`COMMIT`.execute(tx))
      } catch {
        throw new CommitReplyLost(prepared)
      }
      follower.ingest(prepared.batch.events)
      return prepared.results
    })
  }

  async #prepare(
    tx: Kysely<Tables>,
    commands: QueuedCommand[],
    takeLateArrivals: () => readonly QueuedCommand[],
  ): Promise<PreparedBatch> {
    const { follower, project, onTime } = this.#options
    const atLock = await begin(tx)
    const late = takeLateArrivals()
    commands.push(...late)
    // A lock time may have passed between the first reading and the late arrivals, so they need a time that is not before their arrival.
    const now = late.length === 0 ? atLock : await readTime(tx)
    onTime?.(now.clock)
    if (now.headPosition > follower.position) await follower.readOn(tx)
    const known = await findReceipts(
      tx,
      commands.flatMap((command) => command.idempotency ?? []),
    )
    const batch = new Batch(tx, follower.state, now.recordedAt)
    const { results, receipts } = await runAll(commands, batch, known)
    await writeEvents(tx, batch.events)
    await writeReceipts(tx, receipts)
    if (batch.events.length > 0) await project(tx, batch.events)
    return { batch, receipts, results }
  }

  /** Finds out whether a batch without a reply to COMMIT is in the log, and runs its commands again if it is not. */
  async #resolve(prepared: PreparedBatch, commands: readonly QueuedCommand[]): Promise<readonly BatchItemResult[]> {
    if (!(await this.#wasCommitted(prepared))) return this.append(commands)
    this.#options.follower.ingest(prepared.batch.events)
    return prepared.results
  }

  async #wasCommitted(prepared: PreparedBatch): Promise<boolean> {
    const deadline = performance.now() + (this.#options.resolveForMs ?? RESOLVE_FOR_MS)
    for (;;) {
      try {
        return await this.#options.db.transaction().execute(async (tx) => {
          // The lost transaction held this lock, so once we get it, that transaction has ended one way or the other.
          await sql`SELECT pg_advisory_xact_lock(${APPEND_LOCK})`.execute(tx)
          return isRecorded(tx, prepared)
        })
      } catch (error) {
        if (performance.now() > deadline) throw new OutcomeUnknown('no reply to COMMIT', { cause: error })
        await new Promise((resolve) => setTimeout(resolve, RESOLVE_EVERY_MS))
      }
    }
  }
}

/** Whether a repeat of the command gets the same result. A limit that renews does not decide about a later repeat. */
function isFinal(result: CommandResult<unknown>): boolean {
  return result.ok || result.violation.code !== 'too_many_pick_changes'
}

async function runAll(commands: readonly QueuedCommand[], batch: Batch, known: ReadonlyMap<string, Receipt>) {
  const results: BatchItemResult[] = []
  const receipts = new Map<string, NewReceipt>()
  for (const command of commands) {
    const key = command.idempotency
    const earlier = key === undefined ? undefined : (receipts.get(key.keyHash) ?? known.get(key.keyHash))
    if (key !== undefined && earlier !== undefined) {
      const isSameRequest = earlier.requestHash === key.requestHash
      results.push(isSameRequest ? { result: resultOf(earlier) } : { error: new IdempotencyMismatch() })
      continue
    }
    const result = await command.run(batch)
    results.push({ result })
    if (key !== undefined && isFinal(result)) receipts.set(key.keyHash, { ...key, outcome: receiptOf(result) })
  }
  return { results, receipts: [...receipts.values()] }
}

interface LogTime {
  readonly recordedAt: Instant
  readonly clock: Instant
  readonly headPosition: number
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
  SELECT position AS "headPosition", date_trunc('milliseconds', clock_timestamp()) AS clock,
    greatest(recorded_at, date_trunc('milliseconds', clock_timestamp())) AS "recordedAt"
  FROM log_head`

function logTimeIn({ rows }: QueryResult<LogTime>): LogTime {
  const row = rows[0]
  if (row === undefined) throw new Error('log_head has no row')
  return row
}

async function isRecorded(tx: Kysely<Tables>, { batch, receipts }: PreparedBatch): Promise<boolean> {
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
