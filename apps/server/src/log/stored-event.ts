import { currentSchemaVersion, type Instant, type RecordedEvent, upcast } from '@outlast/domain'
import { sql } from 'kysely'

/** An event with everything the log keeps of it. Hashes are lower-case hex. */
export type StoredEvent = RecordedEvent & {
  /** 1 for the first event of its stream, without gaps. */
  readonly version: number
  readonly eventId: string
  readonly schemaVersion: number
  readonly dataHash: string
  /** Chains it to the event before: see chain.ts. */
  readonly hash: string
}

/** The end of the log. At position 0 the hash is 64 zeros. */
export interface Head {
  readonly position: number
  readonly hash: string
  readonly recordedAt: Instant
}

/**
 * The columns that make a row an event as it stands: nothing is left to be converted, since the log is read by the million.
 * It is ours alone: its shape is trusted, its truth is verified.
 */
export const eventColumns = sql`position, stream, version, event_id AS "eventId", type, schema_version AS "schemaVersion",
  data, metadata, recorded_at AS "recordedAt", site_time AS "siteTime", encode(data_hash, 'hex') AS "dataHash",
  encode(hash, 'hex') AS hash`

/**
 * The event in today's form, for whoever folds it. What is verified and exported stays as it was written. Throws
 * UnknownEventVersion for an event that this version of the code does not know.
 */
export function upToDate(event: StoredEvent): StoredEvent {
  if (event.schemaVersion === currentSchemaVersion(event.type)) return event
  return { ...event, data: upcast(event.type, event.schemaVersion, event.data) } as StoredEvent
}
