import { hash } from 'node:crypto'
import { currentSchemaVersion, type RecordedEvent } from '@outlast/domain'
import canonicalize from 'canonicalize'
import type { StoredEvent } from './stored-event.ts'

/** Hash before the first event. */
export const GENESIS = '0'.repeat(64)

/** RFC 8785 canonical JSON. */
function canonical(value: unknown): string {
  const text = canonicalize(value)
  if (text === undefined) throw new TypeError('has no canonical JSON')
  return text
}

/** SHA-256 of a value's canonical JSON, hex. */
export function hashOf(value: unknown): string {
  return hash('sha256', canonical(value), 'hex')
}

type Sealed = Omit<StoredEvent, 'hash' | 'data' | 'metadata'> & { readonly metadata: unknown }

/**
 * The chain's hash of an event: SHA-256(previous hash ‖ canonical JSON of every column but the payload, for which its
 * hash stands, so that a lawful redaction keeps the chain whole). Hex.
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

/** Gives an event its place in its stream and in the chain. */
export function seal(event: RecordedEvent, version: number, eventId: string, previous: string): StoredEvent {
  const dataHash = hashOf(event.data)
  const placed = { ...event, version, eventId, schemaVersion: currentSchemaVersion(event.type), dataHash }
  return { ...placed, hash: chainHash(previous, placed) }
}
