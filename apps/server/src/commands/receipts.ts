import { type RuleViolation, RuleViolation as Violation, VIOLATION_CODES, type ViolationDetails } from '@outlast/domain'
import { type QueryExecutorProvider, sql } from 'kysely'
import { sha256 } from '../log/hashing.ts'
import { hashOf } from '../log/chain.ts'

/** What a client sent as `Idempotency-Key`, within its scope, and a fingerprint of the request it came with. */
export interface IdempotencyKey {
  readonly keyHash: string
  readonly requestHash: string
}

/** How long an answer is kept for repeats (decisions.md §Settled further, "Idempotency-Key"). */
export const RECEIPT_HOURS = 48

/**
 * A key of one user on one route. Hashed, so that the receipts hold nothing a client chose freely.
 * @param request what the key stands for: parameters and body as they were understood
 */
export function idempotencyKey(user: string, route: string, key: string, request: unknown): IdempotencyKey {
  return { keyHash: sha256(JSON.stringify([user, route, key])).toString('hex'), requestHash: hashOf(request) }
}

/** A command's final word: done with an answer, or refused by the rules. JSON either way. */
export type Settled<A> = { readonly ok: true; readonly answer: A } | { readonly ok: false; readonly violation: RuleViolation }

/** A receipt as it is stored. */
interface StoredOutcome {
  readonly answer?: unknown
  readonly refused?: { readonly code: string; readonly details: ViolationDetails }
}

export interface Receipt {
  readonly requestHash: string
  readonly outcome: StoredOutcome
}

/** Receipts that exist for some keys. */
export async function findReceipts(
  db: QueryExecutorProvider,
  keys: readonly IdempotencyKey[],
): Promise<ReadonlyMap<string, Receipt>> {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<{ key: string; request: string; outcome: StoredOutcome }>`
    SELECT encode(key_hash, 'hex') AS key, encode(request_hash, 'hex') AS request, outcome FROM command_receipts
    WHERE key_hash IN (SELECT decode(value, 'hex') FROM json_array_elements_text(${JSON.stringify(keys.map((key) => key.keyHash))}::json))
      AND created_at > clock_timestamp() - make_interval(hours => ${RECEIPT_HOURS})`.execute(db)
  return new Map(rows.map((row) => [row.key, { requestHash: row.request, outcome: row.outcome }]))
}

/** The outcome that a receipt stands for. */
export function outcomeOf<A>(receipt: Receipt): Settled<A> {
  const { refused, answer } = receipt.outcome
  if (refused === undefined) return { ok: true, answer: answer as A }
  const code = VIOLATION_CODES.find((known) => known === refused.code) ?? 'version_conflict'
  return { ok: false, violation: new Violation(code, refused.details) }
}

/** What is kept of an outcome. */
export function receiptOf(settled: Settled<unknown>): Receipt['outcome'] {
  if (settled.ok) return { answer: settled.answer }
  return { refused: { code: settled.violation.code, details: settled.violation.details } }
}

/** Forgets receipts that no repeat can ask for any more. */
export async function dropOldReceipts(db: QueryExecutorProvider): Promise<void> {
  await sql`DELETE FROM command_receipts
    WHERE created_at < clock_timestamp() - make_interval(hours => ${RECEIPT_HOURS})`.execute(db)
}
