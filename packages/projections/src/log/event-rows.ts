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
import { sql } from 'kysely'

/** What queries take of a row of the log `e`. */
export const eventColumns = sql`e.position, e.stream, e.type, e.schema_version, e.data, e.metadata, e.recorded_at, e.site_time,
  encode(e.hash, 'hex') AS hash`

/** As much of an event as tables are built from: which stream it is of and who caused it, none of them holds. */
export type ProjectedEvent<T extends EventType = EventType> = {
  readonly [K in T]: { readonly type: K; readonly data: EventData[K] } & Applied
}[T]

interface Applied extends Omit<EventEnvelope, 'metadata'> {
  readonly metadata: Pick<EventMetadata, 'reason'>
}

/** As much of a row as tables are built from. */
export interface ProjectedRow {
  readonly position: Position
  readonly type: string
  readonly schema_version: number
  readonly data: unknown
  readonly recorded_at: Instant
  readonly site_time: Instant
  /** As much of it as tables are built from: what is read only for them may leave out the rest. */
  readonly metadata: Pick<EventMetadata, 'reason'>
}

export interface LogRow extends ProjectedRow {
  readonly stream: StreamName
  readonly metadata: EventMetadata
}

/** A row with the chain's hash after it. */
export interface HashedLogRow extends LogRow {
  readonly hash: string
}

/** The event of a row, in today's form. */
export function eventOfRow(row: LogRow): RecordedEvent {
  return { ...projectedEventOf(row), stream: row.stream } as RecordedEvent
}

/** As much of a row's event as tables are built from, in today's form. */
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
