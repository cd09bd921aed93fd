import type { Instant } from '@outlast/domain'
import { type Kysely, type QueryExecutorProvider, type QueryResult, sql } from 'kysely'
import { isDatabaseAway } from '../database/faults.ts'
import type { Tables } from '../database/tables.ts'
import { Batch } from './batch.ts'
import type { Follower } from '../state/follower.ts'
import { findReceipts, outcomeOf, type Receipt, receiptOf, type Settled } from './receipts.ts'
import { APPEND_LOCK, type NewReceipt, writeEvents, writeReceipts } from '../log/write.ts'
import type { QueuedWork } from './queued-command.ts'
import type { StoredEvent } from '../log/stored-event.ts'

/** The same key came with another request. */
export class IdempotencyMismatch extends Error {}

/** Nobody can say yet whether it was recorded: never to be run again, only to be asked about. */
export class OutcomeUnknown extends Error {}

/** How long, and how often, a database that took the answer to COMMIT with it is asked what became of it. */
const RESOLVE_FOR_MS = 60_000
const RESOLVE_EVERY_MS = 200

/** How one work ended: its outcome, or the unexpected error that it alone met. */
export type Ending = { readonly settled: Settled<unknown> } | { readonly error: unknown }

export interface AppenderParts {
  /** A pool of one connection, opened with `prepare`: appending never waits for readers. */
  readonly db: Kysely<Tables>
  readonly follower: Follower
  /** Brings the read models forward in the same transaction. */
  readonly project: (tx: Kysely<Tables>, events: readonly StoredEvent[]) => Promise<void>
  /** Told the database's time whenever it was read. */
  readonly onTime?: (now: Instant) => void
  /** How long a database that took the answer to COMMIT with it is asked what became of it, in milliseconds; by itself a minute. */
  readonly resolveForMs?: number
}

/** A transaction that may or may not have committed: the answer to COMMIT was lost. */
class LostAnswer extends Error {
  readonly batch: Batch
  readonly receipts: readonly NewReceipt[]
  readonly endings: readonly Ending[]
  constructor(batch: Batch, receipts: readonly NewReceipt[], endings: readonly Ending[]) {
    super('the answer to COMMIT was lost')
    this.batch = batch
    this.receipts = receipts
    this.endings = endings
  }
}

/** Appends to the log: one transaction, under one lock, for a whole batch of works (docs/architecture.md "Append"). */
export class Appender {
  readonly #parts: AppenderParts

  constructor(parts: AppenderParts) {
    this.#parts = parts
  }

  /**
   * Runs works in order. One that fails unexpectedly fails alone: the others are run again without it.
   * Throws only when the database is away, and then nothing of the batch has been recorded; or {@link OutcomeUnknown}.
   * @param joining asked once, when the lock is had: those who came while another process had it, to go along behind the others
   */
  async append(given: readonly QueuedWork[], joining: () => readonly QueuedWork[] = () => []): Promise<readonly Ending[]> {
    const works = [...given]
    try {
      return await this.#transact(works, joining)
    } catch (error) {
      if (error instanceof LostAnswer) return this.#resolve(error, works)
      if (isDatabaseAway(error)) throw error
      if (works.length === 1) return [{ error }]
      const endings: Ending[] = []
      for (const work of works) endings.push(...(await this.append([work])))
      return endings
    }
  }

  #transact(works: QueuedWork[], joining: () => readonly QueuedWork[]): Promise<readonly Ending[]> {
    return this.#parts.db.connection().execute(async (tx) => {
      const prepared = await this.#run(tx, works, joining).catch(async (error: unknown) => {
        // Rolling back matters only while the connection lives; if it does not, there is nothing to roll back.
        await sql`ROLLBACK`.execute(tx).catch(() => {})
        throw error
      })
      const { follower } = this.#parts
      try {
        await follower.committing(prepared.batch.events.at(-1)?.position ?? 0, () => sql`COMMIT`.execute(tx))
      } catch {
        throw new LostAnswer(prepared.batch, prepared.receipts, prepared.endings)
      }
      follower.ingest(prepared.batch.events)
      return prepared.endings
    })
  }

  async #run(tx: Kysely<Tables>, works: QueuedWork[], joining: () => readonly QueuedWork[]) {
    const { follower, project, onTime } = this.#parts
    const begun = await begin(tx)
    const joined = joining()
    works.push(...joined)
    // Whoever joined came after the time was read, and a lock may lie between: nobody is judged by a time before they came.
    const now = joined.length === 0 ? begun : await readTime(tx)
    onTime?.(now.clock)
    if (now.headPosition > follower.position) await follower.readOn(tx)
    const known = await findReceipts(
      tx,
      works.flatMap((work) => work.idempotency ?? []),
    )
    const batch = new Batch(tx, follower.state, now.recordedAt)
    const { endings, receipts } = await runAll(works, batch, known)
    await writeEvents(tx, batch.events)
    await writeReceipts(tx, receipts)
    if (batch.events.length > 0) await project(tx, batch.events)
    return { batch, receipts, endings }
  }

  /** Finds out whether a batch whose COMMIT got no answer is in the log; if it is not, its works run again. */
  async #resolve(lost: LostAnswer, works: readonly QueuedWork[]): Promise<readonly Ending[]> {
    if (!(await this.#wasCommitted(lost))) return this.append(works)
    this.#parts.follower.ingest(lost.batch.events)
    return lost.endings
  }

  async #wasCommitted(lost: LostAnswer): Promise<boolean> {
    const deadline = performance.now() + (this.#parts.resolveForMs ?? RESOLVE_FOR_MS)
    for (;;) {
      try {
        return await this.#parts.db.transaction().execute(async (tx) => {
          // Whoever holds the lock has not finished: once it is ours, the lost transaction has ended either way.
          await sql`SELECT pg_advisory_xact_lock(${APPEND_LOCK})`.execute(tx)
          return isRecorded(tx, lost)
        })
      } catch (error) {
        if (performance.now() > deadline) throw new OutcomeUnknown('no answer to COMMIT', { cause: error })
        await new Promise((resolve) => setTimeout(resolve, RESOLVE_EVERY_MS))
      }
    }
  }
}

async function runAll(works: readonly QueuedWork[], batch: Batch, known: ReadonlyMap<string, Receipt>) {
  const endings: Ending[] = []
  const receipts = new Map<string, NewReceipt>()
  for (const work of works) {
    const key = work.idempotency
    const earlier = key === undefined ? undefined : (receipts.get(key.keyHash) ?? known.get(key.keyHash))
    if (key !== undefined && earlier !== undefined) {
      const same = earlier.requestHash === key.requestHash
      endings.push(same ? { settled: outcomeOf(earlier) } : { error: new IdempotencyMismatch() })
      continue
    }
    const settled = await work.run(batch)
    endings.push({ settled })
    if (key !== undefined) receipts.set(key.keyHash, { ...key, outcome: receiptOf(settled) })
  }
  return { endings, receipts: [...receipts.values()] }
}

interface LogTime {
  readonly recordedAt: Instant
  readonly clock: Instant
  readonly headPosition: number
}

/**
 * Begins, waits for the lock, and reads the head and the time: never now(), which stands still from before the wait, and
 * never backwards. One message, but statements of their own: the last one sees everything that was committed before the
 * lock was ours.
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

async function isRecorded(tx: QueryExecutorProvider, { batch, receipts }: LostAnswer): Promise<boolean> {
  const first = batch.events[0]
  if (first !== undefined) {
    const { rows } = await sql`SELECT 1 FROM events
      WHERE position = ${first.position} AND event_id = ${first.eventId}`.execute(tx)
    return rows.length === 1
  }
  const receipt = receipts[0]
  if (receipt === undefined) return true
  return (await findReceipts(tx, [receipt])).has(receipt.keyHash)
}
