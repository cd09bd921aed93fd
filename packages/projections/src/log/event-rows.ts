import {
  type EventData,
  type EventMetadata,
  type EventType,
  type Instant,
  type Position,
  type EventEnvelope,
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

/** An event without what no table is built from: its stream, and most of its metadata. */
export type ProjectedEvent<T extends EventType = EventType> = {
  readonly [K in T]: { readonly type: K; readonly data: EventData[K] } & Applied
}[T]

interface Applied extends Omit<EventEnvelope, 'metadata'> {
  readonly metadata: ProjectedMetadata
}

/** The reason, and the author of a decision by hand. */
type ProjectedMetadata = Partial<Pick<EventMetadata, 'actor' | 'reason'>>

/** The columns of the log that tables are built from. */
export interface ProjectedRow {
  readonly position: Position
  readonly type: string
  readonly schema_version: number
  readonly data: unknown
  readonly recorded_at: Instant
  readonly site_time: Instant
  /** Queries for projectors may leave out what no table is built from. */
  readonly metadata: ProjectedMetadata
}

export interface LogRow extends ProjectedRow {
  readonly stream: StreamName
  readonly metadata: EventMetadata
}

/** A row with the hash of the chain after it. */
export interface HashedLogRow extends LogRow {
  readonly hash: string
}

/** Returns the event of a row, upcast to the current schema. */
export function eventOfRow(row: LogRow): RecordedEvent {
  return { ...projectedEventOf(row), stream: row.stream } as RecordedEvent
}

/** Returns the event of a row for the projectors, upcast to the current schema. */
export function projectedEventOf(row: ProjectedRow): ProjectedEvent {
  return {
    type: row.type,
    data: upcast(row.type, row.schema_version, row.data),
    position: row.position,
    recordedAt: row.recorded_at,
    siteTime: row.site_time,
    metadata: row.metadata,
  } as ProjectedEvent
}
