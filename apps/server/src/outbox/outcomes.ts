import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { Delivery } from './claims.ts'
import { isSecretPurpose } from './purposes.ts'

// Raw SQL: outcomes are recorded as a set, so that a thousand pushes need a few statements.

type Db = Kysely<Tables>

/** An endpoint that failed this often in a row rests. */
export const FAILURES_BEFORE_REST = 5
/** A pause is not doubled more often: it is longer than any limit by then. */
const MAX_DOUBLINGS = 30
const MAX_ERROR_LENGTH = 500

/** How an attempt ended. `status` is the HTTP status of the answer. */
export type Outcome = { readonly delivery: Delivery; readonly status: number | null } & (
  | {
      readonly result: 'delivered'
      /** It was written to a file only. */
      readonly isWritten?: boolean
    }
  /**
   * `retryMs` is null if it is not tried again. `isSlow`: there was no answer in time. `isDeferred`: the endpoint refuses this recipient for
   * now, which says nothing about the endpoint.
   */
  | {
      readonly result: 'failed'
      readonly error: string
      readonly retryMs: number | null
      readonly isSlow: boolean
      readonly isDeferred?: boolean
    }
  /** The message was refused for good, by an endpoint that works. */
  | { readonly result: 'rejected'; readonly error: string }
)

/** The pause of an endpoint that fails: it doubles from {@link FAILURES_BEFORE_REST} failures on. */
export interface RestPace {
  readonly retryMs: number
  readonly maxRestMs: number
}

/** An endpoint that failed, after the record. */
export interface FailingEndpoint {
  readonly endpoint: string
  /** In a row. */
  readonly failures: number
  /** For how long it has been failing, in milliseconds. */
  readonly failingMs: number
}

/**
 * Records outcomes, and which endpoints work or fail; outcomes of messages that are a secret, and refusals of a recipient for now, say nothing
 * about their endpoints. A success counts even if another worker holds the message by now. Other outcomes count only for the holder. The
 * personal data of a delivered mail or push is erased.
 */
export async function recordOutcomes(
  db: Db,
  holder: string,
  outcomes: readonly Outcome[],
  pace: RestPace,
): Promise<readonly FailingEndpoint[]> {
  await recordDelivered(db, outcomes)
  await recordFailed(db, holder, outcomes)
  const telling = outcomes.filter(
    (outcome) => !isSecretPurpose(outcome.delivery.kind) && !(outcome.result === 'failed' && outcome.isDeferred === true),
  )
  return recordEndpoints(db, telling, pace)
}

async function recordDelivered(db: Db, outcomes: readonly Outcome[]): Promise<void> {
  const rows = outcomes.flatMap((outcome) => {
    if (outcome.result !== 'delivered') return []
    return [{ id: outcome.delivery.id, status: outcome.status, written: outcome.isWritten === true }]
  })
  if (rows.length === 0) return
  const kept = (column: string) => sql`${sql.ref(column)} = CASE WHEN d.channel = 'webhook' THEN d.${sql.ref(column)} END`
  await sql`
    UPDATE deliveries AS d SET delivered_at = date_trunc('milliseconds', clock_timestamp()), given_up_at = NULL, claimed_by = NULL,
      last_error = NULL, response_status = r.status, user_id = NULL, options = NULL, host = '',
      endpoint = CASE WHEN d.channel = 'webhook' THEN d.endpoint WHEN r.written THEN 'file' ELSE d.channel END,
      ${kept('recipient')}, ${kept('subject')}, ${kept('text')}
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r (id bigint, status integer, written boolean)
    WHERE d.id = r.id AND d.delivered_at IS NULL`.execute(db)
}

async function recordFailed(db: Db, holder: string, outcomes: readonly Outcome[]): Promise<void> {
  const rows = outcomes.flatMap((outcome) => {
    if (outcome.result === 'delivered') return []
    const retry_ms = outcome.result === 'failed' ? outcome.retryMs : null
    return [{ id: outcome.delivery.id, status: outcome.status, error: outcome.error.slice(0, MAX_ERROR_LENGTH), retry_ms }]
  })
  if (rows.length === 0) return
  await sql`
    UPDATE deliveries AS d SET claimed_by = NULL, last_error = r.error, response_status = r.status,
      given_up_at = CASE WHEN r.retry_ms IS NULL THEN clock_timestamp() ELSE d.given_up_at END,
      next_attempt_at = CASE WHEN r.retry_ms IS NULL THEN d.next_attempt_at
        ELSE clock_timestamp() + r.retry_ms * interval '1 millisecond' END
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r (id bigint, status integer, error text, retry_ms float8)
    WHERE d.id = r.id AND d.claimed_by = ${holder} AND d.delivered_at IS NULL`.execute(db)
}

async function recordEndpoints(
  db: Db,
  outcomes: readonly Outcome[],
  { retryMs, maxRestMs }: RestPace,
): Promise<readonly FailingEndpoint[]> {
  const working = new Set<string>()
  const failing = new Map<string, { endpoint: string; failures: number; is_slow: boolean }>()
  for (const outcome of outcomes) {
    const { endpoint, failures } = outcome.delivery
    if (outcome.result !== 'failed') {
      if (failures > 0 || failing.delete(endpoint)) working.add(endpoint)
      continue
    }
    const before = failing.get(endpoint)?.failures ?? 0
    failing.set(endpoint, { endpoint, failures: before + 1, is_slow: outcome.isSlow })
  }
  if (working.size > 0)
    await db
      .deleteFrom('delivery_endpoints')
      .where('endpoint', 'in', [...working])
      .execute()
  if (failing.size === 0) return []
  const restsUntil = (failures: ReturnType<typeof sql>) => sql`
    CASE WHEN ${failures} >= ${FAILURES_BEFORE_REST}
      THEN clock_timestamp() + least(${retryMs}::float8 * 2 ^ (least(${failures}, ${MAX_DOUBLINGS}) - 1), ${maxRestMs}::float8)
        * interval '1 millisecond' END`
  const total = sql`(known.failures + excluded.failures)`
  const { rows } = await sql<FailingEndpoint>`
    INSERT INTO delivery_endpoints AS known (endpoint, failures, is_slow, failing_since, rests_until)
    SELECT endpoint, failures, is_slow, date_trunc('milliseconds', clock_timestamp()), ${restsUntil(sql`failures`)}
    FROM json_to_recordset(${JSON.stringify([...failing.values()])}::json) AS r (endpoint text, failures integer, is_slow boolean)
    ON CONFLICT (endpoint) DO UPDATE SET failures = ${total}, is_slow = excluded.is_slow, failed_at = clock_timestamp(),
      rests_until = ${restsUntil(total)}
    RETURNING endpoint, failures, (extract(epoch FROM clock_timestamp() - failing_since) * 1000)::float8 AS "failingMs"`.execute(
    db,
  )
  return rows
}
