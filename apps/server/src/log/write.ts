import { setImmediate as nextTurn } from 'node:timers/promises'
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import type { StoredEvent } from './stored-event.ts'

// Events are inserted as one set per batch, with the new head and the notification in the same statement: hence the raw SQL.

/** Between the texts of a column. */
const SEPARATOR = '\u001f'
/** The channel on which each commit notifies the other processes of the log's new head position. */
export const LOG_CHANNEL = 'outlast_log'
/** Larger batches are written in several statements, so that PostgreSQL inserts one while the next one is sealed and encoded. */
export const EVENTS_PER_STATEMENT = 5_000

/**
 * Appends events, moves the log's head, and notifies the other processes when the transaction commits.
 * @param pieces the events, in pieces of at most {@link EVENTS_PER_STATEMENT}
 */
export async function writeEvents(tx: QueryExecutorProvider, pieces: Iterable<readonly StoredEvent[]>): Promise<void> {
  const redacted: (readonly number[])[] = []
  let writing: Promise<unknown> = Promise.resolve()
  for (const piece of pieces) {
    const statement = insertion(piece)
    for (const event of piece) if (event.type === 'EventsRedacted') redacted.push(event.data.positions)
    await writing
    writing = statement.execute(tx)
    // The error is thrown by the next await. Until then it must not count as unhandled.
    writing.catch(() => {})
    // Lets the statement go out first.
    if (piece.length === EVENTS_PER_STATEMENT) await nextTurn()
  }
  await writing
  for (const positions of redacted) {
    await sql`SELECT redact_events(ARRAY(SELECT value::bigint FROM json_array_elements_text(${JSON.stringify(positions)}::json)))`.execute(
      tx,
    )
  }
}

/** Cuts sealed events into pieces for {@link writeEvents}. */
export function* inPieces(events: readonly StoredEvent[]): Generator<readonly StoredEvent[]> {
  for (let from = 0; from < events.length; from += EVENTS_PER_STATEMENT) yield events.slice(from, from + EVENTS_PER_STATEMENT)
}

/** Returns an array in PostgreSQL's text format, four times as fast as the driver. */
const arrayOf = (values: readonly number[]): string => `{${values.join(',')}}`

/** Returns the statement that inserts events. */
function insertion(events: readonly StoredEvent[]): RawBuilder<unknown> {
  const last = events.at(-1)
  const numbers = (of: (event: StoredEvent) => number): string => arrayOf(events.map(of))
  // None of the texts is empty or has a raw control character, so that nothing has to be quoted. An empty one is null.
  const texts = (of: (event: StoredEvent) => string | null): RawBuilder<unknown> =>
    sql`string_to_array(${events.map((event) => of(event) ?? '').join(SEPARATOR)}, chr(31), '')`
  const hashes = (of: (event: StoredEvent) => string | null): RawBuilder<unknown> =>
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
