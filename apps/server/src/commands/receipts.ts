import {
  type Instant,
  type RuleViolation,
  RuleViolation as Violation,
  VIOLATION_CODES,
  type ViolationDetails,
} from '@outlast/domain'
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { hashOf } from '../log/chain.ts'
import { sha256 } from '../log/hashing.ts'

// Receipts are read and written in sets, one statement per batch of commands: hence the raw SQL.

/** The hashed `Idempotency-Key` of a client, and a fingerprint of the request that it came with. */
export interface IdempotencyKey {
  readonly keyHash: string
  readonly requestHash: string
  /** Told of each attempt to use the key: whether a receipt answered, so that nothing was executed. Retries tell again. */
  readonly onUse?: ((isReplay: boolean) => void) | undefined
}

/** How long a receipt is kept for repeats (docs/api.md, "Idempotency-Key"). */
const RECEIPT_HOURS = 48

/**
 * Returns the idempotency key of one user on one route. It is hashed, so that receipts contain nothing that a client chose freely.
 *
 * @param request the parsed parameters and body, to detect a repeat with a different request
 */
export function idempotencyKey(user: string, route: string, key: string, request: unknown): IdempotencyKey {
  return { keyHash: sha256(JSON.stringify([user, route, key])).toString('hex'), requestHash: hashOf(request) }
}

/** Returns the key of one of several commands that a request with a key submits. */
export function deriveKey(key: IdempotencyKey, suffix: string): IdempotencyKey {
  return { ...key, keyHash: sha256(JSON.stringify([key.keyHash, suffix])).toString('hex') }
}

/** The final result of a command: a response, or the rule that it violates. */
export type CommandResult<R> =
  | { readonly ok: true; readonly response: R }
  | { readonly ok: false; readonly violation: RuleViolation }

/** The `outcome` column. Its keys are older than the terms of this folder: `answer` is the response, `refused` the violation. */
interface StoredOutcome {
  readonly answer?: unknown
  readonly refused?: { readonly code: string; readonly details: ViolationDetails }
}

export interface Receipt {
  readonly requestHash: string
  readonly outcome: StoredOutcome
}

export interface NewReceipt extends Receipt {
  readonly keyHash: string
}

/** Returns the receipts that exist for the given keys, by key hash. */
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

/** Returns whether a request with this key and the same content has a receipt. */
export async function isRepeated(db: QueryExecutorProvider, key: IdempotencyKey | undefined): Promise<boolean> {
  if (key === undefined) return false
  return (await findReceipts(db, [key])).get(key.keyHash)?.requestHash === key.requestHash
}

/** Stores receipts. An expired receipt with the same key is replaced. */
export async function writeReceipts(tx: QueryExecutorProvider, receipts: readonly NewReceipt[]): Promise<void> {
  if (receipts.length === 0) return
  await sql`
    INSERT INTO command_receipts (key_hash, request_hash, outcome)
    SELECT decode("keyHash", 'hex'), decode("requestHash", 'hex'), outcome
    FROM json_to_recordset(${JSON.stringify(receipts)}::json) AS r("keyHash" text, "requestHash" text, outcome jsonb)
    ON CONFLICT (key_hash) DO UPDATE
      SET request_hash = excluded.request_hash, outcome = excluded.outcome, created_at = excluded.created_at`.execute(tx)
}

/** Deletes receipts that have expired. */
export async function deleteExpiredReceipts(db: Kysely<Tables>): Promise<void> {
  const expiry = sql<Instant>`clock_timestamp() - make_interval(hours => ${RECEIPT_HOURS})`
  await db.deleteFrom('command_receipts').where('created_at', '<', expiry).execute()
}

/** Converts a stored receipt to the result that it records. */
export function resultOf<R>(receipt: Receipt): CommandResult<R> {
  const { refused, answer } = receipt.outcome
  if (refused === undefined) return { ok: true, response: answer as R }
  const code = VIOLATION_CODES.find((known) => known === refused.code) ?? 'version_conflict'
  return { ok: false, violation: new Violation(code, refused.details) }
}

/** Returns the receipt of a result. */
export function receiptOf({ keyHash, requestHash }: IdempotencyKey, result: CommandResult<unknown>): NewReceipt {
  if (result.ok) return { keyHash, requestHash, outcome: { answer: result.response } }
  return { keyHash, requestHash, outcome: { refused: { code: result.violation.code, details: result.violation.details } } }
}
