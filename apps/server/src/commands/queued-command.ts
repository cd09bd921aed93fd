import type { ReplyOf, CommandType, PoolState, CommandEnvelope } from '@outlast/domain'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { Batch } from './batch.ts'
import type { IdempotencyKey, Settled } from './receipts.ts'
import type { StoredEvent } from '../log/stored-event.ts'

/** What the answer of an accepted command may be made from. */
export interface Done<T extends CommandType> {
  readonly answer: ReplyOf<T>
  /** What the command itself, and the locks it met or caused, put into the log. */
  readonly events: readonly StoredEvent[]
  /** The pool after the command. */
  readonly pool: PoolState
}

/**
 * A command on its way through the queue.
 * @typeParam A what its sender is told; JSON, since a repeat with the same key is told it from the receipt
 */
export interface Work<T extends CommandType, A> {
  /** The command; or how to make it from what ordinary tables say, read under the lock. May run again on a retry. */
  readonly sent: CommandEnvelope<T> | ((tx: Kysely<Tables>) => Promise<CommandEnvelope<T>>)
  /** Writes to ordinary tables (accounts, mails) that belong to it, in the same transaction. */
  readonly effects?: (tx: Kysely<Tables>, done: Done<T>) => Promise<void>
  readonly answer: (done: Done<T>) => A
  readonly idempotency?: IdempotencyKey | undefined
}

/** A work as the queue sees it, whatever its command. */
export interface QueuedWork {
  readonly idempotency: IdempotencyKey | undefined
  readonly run: (batch: Batch) => Promise<Settled<unknown>>
}

/** Hides a work's types from the queue. */
export function toQueued<T extends CommandType, A>(work: Work<T, A>): QueuedWork {
  return { idempotency: work.idempotency, run: (batch) => runWork(work, batch) }
}

async function runWork<T extends CommandType, A>(work: Work<T, A>, batch: Batch): Promise<Settled<A>> {
  const sent = typeof work.sent === 'function' ? await work.sent(batch.tx) : work.sent
  const { outcome, events } = batch.decide(sent)
  if (!outcome.ok) return outcome
  const done: Done<T> = { answer: outcome.reply, events, pool: batch.pool }
  if (work.effects !== undefined) await work.effects(batch.tx, done)
  return { ok: true, answer: work.answer(done) }
}
