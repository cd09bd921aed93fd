import type { ReplyOf, CommandType, PoolState, CommandEnvelope } from '@outlast/domain'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { StoredEvent } from '../log/stored-event.ts'
import type { Batch } from './batch.ts'
import type { CommandResult, IdempotencyKey } from './receipts.ts'

/** What an accepted command produced. Its response and its side effects are derived from this. */
export interface AcceptedCommand<T extends CommandType> {
  readonly reply: ReplyOf<T>
  /** The events of the command itself and of the locks that it triggered. */
  readonly events: readonly StoredEvent[]
  /** The pool after the command. */
  readonly pool: PoolState
  /** Returns an earlier event, which may be of the same batch. */
  readonly eventAt: (position: number) => Promise<StoredEvent | undefined>
}

/**
 * A command that is submitted to the queue.
 *
 * @typeParam R the response to the sender. It must be JSON, because the receipt stores it for repeats with the same key.
 */
export interface CommandSubmission<T extends CommandType, R> {
  /** The command, or a function that builds it from tables read under the append lock. The function may run again on a retry. */
  readonly envelope: CommandEnvelope<T> | ((tx: Kysely<Tables>) => Promise<CommandEnvelope<T>>)
  /** Writes to other tables (accounts, mails) in the same transaction. */
  readonly effects?: (tx: Kysely<Tables>, accepted: AcceptedCommand<T>) => Promise<void>
  readonly toResponse: (accepted: AcceptedCommand<T>) => R | Promise<R>
  readonly idempotency?: IdempotencyKey | undefined
}

/** A submission with its types erased, so that the queue can hold commands of every type. */
export interface QueuedCommand {
  /** Undefined if the command is built under the append lock. */
  readonly type: CommandType | undefined
  readonly idempotency: IdempotencyKey | undefined
  readonly run: (batch: Batch) => Promise<RunResult<unknown>>
}

interface RunResult<R> {
  readonly result: CommandResult<R>
  /** Whether the command recorded events. */
  readonly hasEvents: boolean
}

export function toQueuedCommand<T extends CommandType, R>(submission: CommandSubmission<T, R>): QueuedCommand {
  const { envelope, idempotency } = submission
  const type = typeof envelope === 'function' ? undefined : envelope.command.type
  return { type, idempotency, run: (batch) => run(submission, batch) }
}

async function run<T extends CommandType, R>(
  { envelope, effects, toResponse }: CommandSubmission<T, R>,
  batch: Batch,
): Promise<RunResult<R>> {
  const { outcome, hasEvents, events } = batch.decide(typeof envelope === 'function' ? await envelope(batch.tx) : envelope)
  if (!outcome.ok) return { result: outcome, hasEvents }
  const accepted: AcceptedCommand<T> = {
    reply: outcome.reply,
    get events() {
      return events()
    },
    pool: batch.pool,
    eventAt: (position) => batch.eventAt(position),
  }
  if (effects !== undefined) await effects(batch.tx, accepted)
  return { result: { ok: true, response: await toResponse(accepted) }, hasEvents }
}
