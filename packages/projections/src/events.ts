import { type EventMetadata, type Instant, type Position, type RecordedEvent, type Stream, upcast } from '@outlast/domain'
import { sql } from 'kysely'

/** What queries take of a row of the log `e`. */
export const eventColumns = sql`e.position, e.stream, e.type, e.schema_version, e.data, e.metadata, e.recorded_at, e.site_time,
  encode(e.hash, 'hex') AS hash`

export interface LogRow {
  readonly position: Position
  readonly stream: Stream
  readonly type: string
  readonly schema_version: number
  readonly data: unknown
  readonly metadata: EventMetadata
  readonly recorded_at: Instant
  readonly site_time: Instant
}

/** A row with the chain's hash after it. */
export interface HashedLogRow extends LogRow {
  readonly hash: string
}

/** The event of a row, in today's form. */
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
