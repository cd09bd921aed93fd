import { type QueryExecutorProvider, sql } from 'kysely'
import type { Receipt } from '../commands/receipts.ts'
import type { StoredEvent } from './stored-event.ts'

/** The one advisory lock under which the log grows. */
export const APPEND_LOCK = 7_108_271
/** Channel on which each commit tells the log's new end. */
export const LOG_CHANNEL = 'outlast_log'
const CHUNK = 10_000

/** A receipt on its way into the table. */
export interface NewReceipt extends Receipt {
  readonly keyHash: string
}

/** Appends events, moves the head, and tells the other processes once the transaction commits. */
export async function writeEvents(tx: QueryExecutorProvider, events: readonly StoredEvent[]): Promise<void> {
  for (let from = 0; from < events.length; from += CHUNK) await insertEvents(tx, events.slice(from, from + CHUNK))
  for (const event of events) {
    if (event.type !== 'EventsRedacted') continue
    await sql`SELECT redact_events(ARRAY(SELECT value::bigint FROM json_array_elements_text(${JSON.stringify(event.data.positions)}::json)))`.execute(
      tx,
    )
  }
}

async function insertEvents(tx: QueryExecutorProvider, events: readonly StoredEvent[]): Promise<void> {
  const last = events.at(-1)
  if (last === undefined) return
  await sql`
    WITH new_events AS (
      INSERT INTO events (position, stream, version, event_id, type, schema_version, data, metadata, recorded_at,
        site_time, data_hash, hash)
      SELECT position, stream, version, "eventId", type, "schemaVersion", data, metadata, "recordedAt", "siteTime",
        decode("dataHash", 'hex'), decode(hash, 'hex')
      FROM json_to_recordset(${JSON.stringify(events)}::json) AS e(position bigint, stream text, version integer,
        "eventId" uuid, type text, "schemaVersion" integer, data jsonb, metadata jsonb, "recordedAt" timestamptz,
        "siteTime" timestamptz, "dataHash" text, hash text)
    ), new_head AS (
      UPDATE log_head SET position = ${last.position}, hash = decode(${last.hash}, 'hex'), recorded_at = ${last.recordedAt}
    )
    SELECT pg_notify(${LOG_CHANNEL}, ${String(last.position)})`.execute(tx)
}

/** Keeps answers for repeats with the same key. A receipt that has outlived its time gives way. */
export async function writeReceipts(tx: QueryExecutorProvider, receipts: readonly NewReceipt[]): Promise<void> {
  if (receipts.length === 0) return
  await sql`
    INSERT INTO command_receipts (key_hash, request_hash, outcome)
    SELECT decode("keyHash", 'hex'), decode("requestHash", 'hex'), outcome
    FROM json_to_recordset(${JSON.stringify(receipts)}::json) AS r("keyHash" text, "requestHash" text, outcome jsonb)
    ON CONFLICT (key_hash) DO UPDATE
      SET request_hash = excluded.request_hash, outcome = excluded.outcome, created_at = excluded.created_at`.execute(tx)
}
