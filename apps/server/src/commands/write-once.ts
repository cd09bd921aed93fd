import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { IdempotencyMismatch } from '../lib/errors.ts'
import { findReceipts, type IdempotencyKey, type Receipt, receiptOf, resultOf, writeReceipts } from './receipts.ts'

// Raw SQL: an advisory lock.

/**
 * Runs a write that records no event, in a transaction and once per `Idempotency-Key`: a repeat of the request changes nothing, and
 * returns what the first one returned. That must be JSON without personal data; a caller reads any other response afterwards.
 *
 * @throws IdempotencyMismatch if the key came with another request before
 */
export async function writeOnce<R = void>(
  db: Kysely<Tables>,
  key: IdempotencyKey | undefined,
  write: (tx: Kysely<Tables>) => Promise<R>,
): Promise<R> {
  return db.transaction().execute(async (tx) => {
    if (key !== undefined) {
      // A repeat that arrives meanwhile waits, and then finds the receipt.
      await sql`SELECT pg_advisory_xact_lock(hashtextextended(${key.keyHash}, 0))`.execute(tx)
      const receipt = (await findReceipts(tx, [key])).get(key.keyHash)
      if (receipt !== undefined && receipt.requestHash !== key.requestHash) throw new IdempotencyMismatch()
      key.onUse?.(receipt !== undefined)
      if (receipt !== undefined) return responseOf<R>(receipt)
    }
    const response = await write(tx)
    if (key !== undefined) await writeReceipts(tx, [receiptOf(key, { ok: true, response: response ?? null })])
    return response
  })
}

function responseOf<R>(receipt: Receipt): R {
  const result = resultOf<R>(receipt)
  if (!result.ok) throw result.violation
  return result.response
}
