import { hash } from 'node:crypto'
import { type ChainHead, currentSchemaVersion, type RecordedEvent } from '@outlast/domain'
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

type Hashed = Omit<StoredEvent, 'eventHash' | 'hash' | 'data' | 'metadata'> & { readonly metadata: unknown }

/**
 * Returns the text that an event's hash covers: the canonical JSON of its other columns. It contains the hash of the payload instead of
 * the payload, so that the chain remains valid after a redaction. Nobody can guess it, since the event id is random and never published.
 */
function hashedText(event: Hashed): string {
  // In this order of keys, JSON of numbers and of text without surrogates is canonical. A lock of a large pool seals thousands of events.
  return JSON.stringify({
    data_hash: event.dataHash,
    event_id: event.eventId,
    metadata_hash: metadataHashOf(event.metadata),
    position: event.position,
    recorded_at: event.recordedAt,
    schema_version: event.schemaVersion,
    site_time: event.siteTime,
    stream: event.stream,
    type: event.type,
    version: event.version,
  })
}

/** The hash of the metadata that was hashed last: the events of a command share one object. */
let lastMetadata: { readonly metadata: unknown; readonly hash: string } | undefined

function metadataHashOf(metadata: unknown): string {
  if (lastMetadata === undefined || lastMetadata.metadata !== metadata) lastMetadata = { metadata, hash: hashOf(metadata) }
  return lastMetadata.hash
}

/** Returns the hash of an event alone, in hex. */
export function eventHashOf(event: Hashed): string {
  return hash('sha256', hashedText(event), 'hex')
}

/** Returns the hash of the chain after an event, in hex: SHA-256(previous hash ‖ event hash). */
export function chainHash(previous: string, eventHash: string): string {
  return hash('sha256', Buffer.from(previous + eventHash, 'hex'), 'hex')
}

/**
 * Returns the hash of the chain after an event from before migration 0009, in hex: SHA-256(previous hash ‖ hashed text). The same
 * event cannot continue the chain in both ways: the inputs differ in length, so that would require a collision.
 */
export function earlyChainHash(previous: string, event: Hashed): string {
  return hash('sha256', Buffer.concat([Buffer.from(previous, 'hex'), Buffer.from(hashedText(event))]), 'hex')
}

/** Returns whether an event is the next one after a head. Of an event from before migration 0009 it compares only the position. */
export function follows(head: ChainHead, { position, eventHash, hash }: StoredEvent): boolean {
  return position === head.position + 1 && (eventHash === null || chainHash(head.hash, eventHash) === hash)
}

/** Adds an event's version, id and hashes. */
export function seal(event: RecordedEvent, version: number, eventId: string, previous: string): StoredEvent {
  const dataHash = hashOf(event.data)
  const placed = { ...event, version, eventId, schemaVersion: currentSchemaVersion(event.type), dataHash }
  const eventHash = eventHashOf(placed)
  return { ...placed, eventHash, hash: chainHash(previous, eventHash) }
}
