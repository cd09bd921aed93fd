import { hash } from 'node:crypto'
import { currentSchemaVersion, type RecordedEvent } from '@outlast/domain'
import canonicalize from 'canonicalize'
import type { StoredEvent } from './stored-event.ts'

/** The hash before the first event. */
export const GENESIS = '0'.repeat(64)

/** Returns the canonical JSON of a value (RFC 8785). */
function canonical(value: unknown): string {
  const text = canonicalize(value)
  if (text === undefined) throw new TypeError('the value has no canonical JSON')
  return text
}

/** Returns the SHA-256 of a value's canonical JSON, in hex. */
export function hashOf(value: unknown): string {
  return hash('sha256', canonical(value), 'hex')
}

type Sealed = Omit<StoredEvent, 'hash' | 'data' | 'metadata'> & { readonly metadata: unknown }

/**
 * Returns the chain hash of an event, in hex: SHA-256(previous hash ‖ canonical JSON of the other columns). The JSON contains
 * the hash of the payload instead of the payload, so that the chain remains valid after a redaction.
 */
export function chainHash(previous: string, event: Sealed): string {
  const text = canonical({
    position: event.position,
    stream: event.stream,
    version: event.version,
    event_id: event.eventId,
    type: event.type,
    schema_version: event.schemaVersion,
    recorded_at: event.recordedAt,
    site_time: event.siteTime,
    data_hash: event.dataHash,
    metadata_hash: hashOf(event.metadata),
  })
  return hash('sha256', Buffer.concat([Buffer.from(previous, 'hex'), Buffer.from(text)]), 'hex')
}

/** Adds an event's version, id and hashes. */
export function seal(event: RecordedEvent, version: number, eventId: string, previous: string): StoredEvent {
  const dataHash = hashOf(event.data)
  const placed = { ...event, version, eventId, schemaVersion: currentSchemaVersion(event.type), dataHash }
  return { ...placed, hash: chainHash(previous, placed) }
}
