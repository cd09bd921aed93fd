import { hex32 } from '@outlast/contract/fields/responses'
import { position, type StreamName } from '@outlast/domain'
import * as z from 'zod'
import { parseJson } from '../lib/parse-json.ts'
import { logInstant } from './log-instant.ts'
import type { StoredEvent } from './stored-event.ts'

/** A line of an exported log. It has every column, so that the file can be verified without a database. */
const exportedEvent = z.strictObject({
  position: z.int().positive(),
  stream: z.string(),
  version: z.int().positive(),
  event_id: z.string(),
  type: z.string(),
  schema_version: z.int().positive(),
  data: z.record(z.string(), z.unknown()),
  metadata: z.record(z.string(), z.unknown()),
  recorded_at: logInstant,
  site_time: logInstant,
  data_hash: hex32,
  /** Missing in exports of an earlier version, null for events from before the chain had event hashes. */
  event_hash: hex32.nullable().default(null),
  hash: hex32,
})

/** Returns an event as one line of NDJSON, without the line break. */
export function exportLine(event: StoredEvent): string {
  const line: z.input<typeof exportedEvent> = {
    position: event.position,
    stream: event.stream,
    version: event.version,
    event_id: event.eventId,
    type: event.type,
    schema_version: event.schemaVersion,
    data: { ...event.data },
    metadata: { ...event.metadata },
    recorded_at: event.recordedAt,
    site_time: event.siteTime,
    data_hash: event.dataHash,
    event_hash: event.eventHash,
    hash: event.hash,
  }
  return JSON.stringify(line)
}

/** Parses a line that {@link exportLine} wrote; returns undefined for any other line. */
export function parseExportLine(text: string): StoredEvent | undefined {
  return parseExportRow(parseJson(text))
}

/** Parses what a line has, with the names of the columns; returns undefined for anything else. */
export function parseExportRow(value: unknown): StoredEvent | undefined {
  const parsed = exportedEvent.safeParse(value)
  if (!parsed.success) return undefined
  const row = parsed.data
  const event: Omit<StoredEvent, 'type' | 'metadata'> & { readonly type: string; readonly metadata: object } = {
    position: position(row.position),
    stream: row.stream as StreamName,
    version: row.version,
    eventId: row.event_id,
    type: row.type,
    schemaVersion: row.schema_version,
    data: row.data as StoredEvent['data'],
    metadata: row.metadata,
    recordedAt: row.recorded_at,
    siteTime: row.site_time,
    dataHash: row.data_hash,
    eventHash: row.event_hash,
    hash: row.hash,
  }
  return event as StoredEvent
}
