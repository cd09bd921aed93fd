import {
  type EventMetadata,
  type EventType,
  type Instant,
  type Position,
  type RecordedEvent,
  type StreamName,
  upcast,
} from '@outlast/domain'
import { type RawBuilder, sql } from 'kysely'

// Raw SQL fragment: several queries share these columns of the log, with the hash converted to hex.

/** The columns that queries select from the log `e`. */
export const eventColumns = sql`e.position, e.stream, e.type, e.schema_version, e.data, e.metadata, e.recorded_at, e.site_time,
  encode(e.hash, 'hex') AS hash`

/** Event types as constants. With parameters, PostgreSQL could not use the indices of these types. */
export const literals = (types: readonly EventType[]): RawBuilder<unknown> => sql.join(types.map((type) => sql.lit(type)))

export interface LogRow {
  readonly position: Position
  readonly stream: StreamName
  readonly type: string
  readonly schema_version: number
  readonly data: unknown
  readonly metadata: EventMetadata
  readonly recorded_at: Instant
  readonly site_time: Instant
}

/** A row with the hash of the chain after it. */
export interface HashedLogRow extends LogRow {
  readonly hash: string
}

/** Returns the event of a row, upcast to the current schema. */
export function eventOfRow(row: LogRow): RecordedEvent {
  return {
    type: row.type,
    stream: row.stream,
    data: upcast(row.type, row.schema_version, row.data),
    position: row.position,
    recordedAt: row.recorded_at,
    siteTime: row.site_time,
    metadata: row.metadata,
  } as RecordedEvent
}
