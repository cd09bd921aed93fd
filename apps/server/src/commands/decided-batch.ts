import { errorStatus } from '@outlast/contract/errors'
import type { RuleViolation } from '@outlast/domain'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { IdempotencyMismatch } from '../lib/errors.ts'
import { EVENTS_PER_STATEMENT, writeEvents } from '../log/write.ts'
import type { Batch } from './batch.ts'
import type { QueuedCommand } from './queued-command.ts'
import { type CommandResult, type NewReceipt, type Receipt, receiptOf, resultOf, writeReceipts } from './receipts.ts'

/** The result of one command in a batch, or the unexpected error that this command alone caused. */
export type BatchItemResult = { readonly result: CommandResult<unknown> } | { readonly error: unknown }

/** A batch whose commands are decided. */
export interface DecidedBatch {
  readonly batch: Batch
  readonly receipts: readonly NewReceipt[]
  /** The hashed idempotency keys of all its commands, including those that leave no receipt. */
  readonly keyHashes: readonly string[]
  readonly results: readonly BatchItemResult[]
}

/**
 * Decides commands in order. A repeated command gets the result of its receipt. A command that changed nothing leaves none.
 *
 * @param known the receipts that exist, by key hash
 */
export async function decideAll(
  commands: readonly QueuedCommand[],
  batch: Batch,
  known: ReadonlyMap<string, Receipt>,
): Promise<DecidedBatch> {
  const results: BatchItemResult[] = []
  const receipts = new Map<string, NewReceipt>()
  for (const command of commands) {
    const key = command.idempotency
    const earlier = key === undefined ? undefined : (receipts.get(key.keyHash) ?? known.get(key.keyHash))
    if (key !== undefined && earlier !== undefined) {
      const isSameRequest = earlier.requestHash === key.requestHash
      key.onUse?.(isSameRequest)
      results.push(isSameRequest ? { result: resultOf(earlier) } : { error: new IdempotencyMismatch() })
      continue
    }
    key?.onUse?.(false)
    const { result, hasEvents } = await command.run(batch)
    results.push({ result })
    if (key !== undefined && (result.ok ? hasEvents : isFinal(result.violation)))
      receipts.set(key.keyHash, receiptOf(key, result))
  }
  const keyHashes = commands.flatMap(({ idempotency }) => (idempotency === undefined ? [] : [idempotency.keyHash]))
  return { batch, receipts: [...receipts.values()], keyHashes, results }
}

/** Returns whether a repeat of a rejected command gets the same result. A rate limit may allow a later repeat. */
function isFinal({ code }: RuleViolation): boolean {
  return errorStatus(code) !== 429
}

/** Writes the events and receipts of a decided batch. */
export async function writeDecided(tx: Kysely<Tables>, { batch, receipts }: DecidedBatch): Promise<void> {
  await writeEvents(tx, batch.pieces(EVENTS_PER_STATEMENT))
  await writeReceipts(tx, receipts)
}
