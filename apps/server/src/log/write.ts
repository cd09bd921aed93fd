import { setImmediate as nextTurn } from 'node:timers/promises'
import { arrayOf, textArrayOf } from '@outlast/projections'
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import type { StoredEvent } from './stored-event.ts'

// Events are inserted as one set per batch, with the new head and the notification in the same statement: hence the raw SQL.

/** The channel on which each commit notifies the other processes of the log's new head position. */
export const LOG_CHANNEL = 'outlast_log'
/** Larger batches are written in several statements, so that PostgreSQL inserts one while the next one is encoded. */
export const EVENTS_PER_STATEMENT = 5_000

/** Appends events, moves the log's head, and notifies the other processes when the transaction commits. */
export async function writeEvents(tx: QueryExecutorProvider, events: readonly StoredEvent[]): Promise<void> {
  let writing: Promise<unknown> = Promise.resolve()
  for (let from = 0; from < events.length; from += EVENTS_PER_STATEMENT) {
    const statement = insertion(events.slice(from, from + EVENTS_PER_STATEMENT))
    await writing
    writing = statement.execute(tx)
    // The error is thrown by the next await. Until then it must not count as unhandled.
    writing.catch(() => {})
    if (from + EVENTS_PER_STATEMENT < events.length) await nextTurn()
  }
  await writing
  for (const event of events) {
    if (event.type !== 'EventsRedacted') continue
    await sql`SELECT redact_events(ARRAY(SELECT value::bigint FROM json_array_elements_text(${JSON.stringify(event.data.positions)}::json)))`.execute(
      tx,
    )
  }
}

/** Returns the statement that inserts events. */
function insertion(events: readonly StoredEvent[]): RawBuilder<unknown> {
  const last = events.at(-1)
  const numbers = (of: (event: StoredEvent) => number): string => arrayOf(events.map(of))
  const texts = (of: (event: StoredEvent) => string | null): string => textArrayOf(events.map(of))
  const hashes = (of: (event: StoredEvent) => string | null): string =>
    texts((event) => {
      const hash = of(event)
      return hash === null ? null : `\\x${hash}`
    })
  return sql`
    WITH new_events AS (
      INSERT INTO events (position, stream, version, event_id, type, schema_version, data, metadata, recorded_at,
        site_time, data_hash, event_hash, hash)
      SELECT * FROM unnest(
        ${numbers((event) => event.position)}::bigint[],
        ${texts((event) => event.stream)}::text[],
        ${numbers((event) => event.version)}::integer[],
        ${texts((event) => event.eventId)}::uuid[],
        ${texts((event) => event.type)}::text[],
        ${numbers((event) => event.schemaVersion)}::integer[],
        ${texts((event) => JSON.stringify(event.data))}::jsonb[],
        ${texts((event) => JSON.stringify(event.metadata))}::jsonb[],
        ${texts((event) => event.recordedAt)}::timestamptz[],
        ${texts((event) => event.siteTime)}::timestamptz[],
        ${hashes((event) => event.dataHash)}::bytea[],
        ${hashes((event) => event.eventHash)}::bytea[],
        ${hashes((event) => event.hash)}::bytea[])
    ), new_head AS (
      UPDATE log_head SET position = ${last?.position}, hash = decode(${last?.hash}, 'hex'), recorded_at = ${last?.recordedAt}
    )
    SELECT pg_notify(${LOG_CHANNEL}, ${String(last?.position)})`
}
