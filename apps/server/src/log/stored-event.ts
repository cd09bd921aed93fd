import { type Instant, type RecordedEvent, upcast } from '@outlast/domain'
import { sql } from 'kysely'

/** An event with all its columns in the log. Hashes are lower-case hex. */
export type StoredEvent = RecordedEvent & {
  /** The number of the event in its stream, from 1 without gaps. */
  readonly version: number
  readonly eventId: string
  readonly schemaVersion: number
  readonly dataHash: string
  /** The hash of the event alone; null for events from before migration 0009. */
  readonly eventHash: string | null
  /** The hash chain's value for this event (chain.ts). */
  readonly hash: string
}

/** The last event of the log. At position 0 the hash is 64 zeros. */
export interface Head {
  readonly position: number
  readonly hash: string
  readonly recordedAt: Instant
}

/**
 * The columns of an event, converted in SQL so that rows need no conversion: the log has millions of events. Their types are
 * not checked, because only this program writes the log; `log verify` checks their content.
 */
export const eventColumns = sql`position, stream, version, event_id AS "eventId", type, schema_version AS "schemaVersion",
  data, metadata, recorded_at AS "recordedAt", site_time AS "siteTime", encode(data_hash, 'hex') AS "dataHash",
  encode(event_hash, 'hex') AS "eventHash", encode(hash, 'hex') AS hash`

/**
 * Converts an event to what this code folds. Verification and export use the event as it was written. Rules that it does not have get
 * their defaults, also in an event of the current schema version: a new rule does not raise it.
 * Throws UnknownEventVersion if this code does not know its version.
 */
export function upToDate(event: StoredEvent): StoredEvent {
  const data = upcast(event.type, event.schemaVersion, event.data)
  return data === event.data ? event : ({ ...event, data } as StoredEvent)
}
