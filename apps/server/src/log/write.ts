import { type QueryExecutorProvider, sql } from 'kysely'
import type { StoredEvent } from './stored-event.ts'

// Events are inserted as one set per batch, with the new head and the notification in the same statement: hence the raw SQL.

/** The advisory lock under which all processes append to the log. */
export const APPEND_LOCK = 7_108_271
/** The channel on which each commit notifies the other processes of the log's new head position. */
export const LOG_CHANNEL = 'outlast_log'
const EVENTS_PER_STATEMENT = 10_000

/** Appends events, moves the log's head, and notifies the other processes when the transaction commits. */
export async function writeEvents(tx: QueryExecutorProvider, events: readonly StoredEvent[]): Promise<void> {
  for (let from = 0; from < events.length; from += EVENTS_PER_STATEMENT) {
    await insertEvents(tx, events.slice(from, from + EVENTS_PER_STATEMENT))
  }
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
        site_time, data_hash, event_hash, hash)
      SELECT position, stream, version, "eventId", type, "schemaVersion", data, metadata, "recordedAt", "siteTime",
        decode("dataHash", 'hex'), decode("eventHash", 'hex'), decode(hash, 'hex')
      FROM json_to_recordset(${JSON.stringify(events)}::json) AS e(position bigint, stream text, version integer,
        "eventId" uuid, type text, "schemaVersion" integer, data jsonb, metadata jsonb, "recordedAt" timestamptz,
        "siteTime" timestamptz, "dataHash" text, "eventHash" text, hash text)
    ), new_head AS (
      UPDATE log_head SET position = ${last.position}, hash = decode(${last.hash}, 'hex'), recorded_at = ${last.recordedAt}
    )
    SELECT pg_notify(${LOG_CHANNEL}, ${String(last.position)})`.execute(tx)
}
