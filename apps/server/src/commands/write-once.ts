import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { IdempotencyMismatch } from '../lib/errors.ts'
import { findReceipts, type IdempotencyKey, receiptOf, writeReceipts } from './receipts.ts'

// Raw SQL: an advisory lock.

/**
 * Runs a write that records no event, in a transaction and once per `Idempotency-Key`: a repeat of the request changes nothing.
 * The caller reads its response afterwards, so that no receipt contains it.
 *
 * @throws IdempotencyMismatch if the key came with another request before
 */
export async function writeOnce(
  db: Kysely<Tables>,
  key: IdempotencyKey | undefined,
  write: (tx: Kysely<Tables>) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (key !== undefined) {
      // A repeat that arrives meanwhile waits, and then finds the receipt.
      await sql`SELECT pg_advisory_xact_lock(hashtextextended(${key.keyHash}, 0))`.execute(tx)
      const receipt = (await findReceipts(tx, [key])).get(key.keyHash)
      if (receipt !== undefined && receipt.requestHash !== key.requestHash) throw new IdempotencyMismatch()
      if (receipt !== undefined) return
    }
    await write(tx)
    if (key !== undefined) await writeReceipts(tx, [{ ...key, outcome: receiptOf({ ok: true, response: null }) }])
  })
}
