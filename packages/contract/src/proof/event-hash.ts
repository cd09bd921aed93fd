import { fromHex, type Hashing, toHex } from '@outlast/domain/rules'
import canonicalize from 'canonicalize'
import type { ProvedEvent } from '../rest/proof.ts'

const utf8 = new TextEncoder()

/** Returns the SHA-256 of a value's canonical JSON (RFC 8785), in hex. */
function hashOf(hashing: Hashing, value: unknown): string {
  return toHex(hashing.sha256(canonicalBytes(value)))
}

/** Returns everything that identifies an event, as the chain covers it (docs/proofs.md). */
function inputsOf(hashing: Hashing, event: ProvedEvent) {
  const { position, stream, version, event_id, type, schema_version, recorded_at, site_time, data_hash, metadata } = event
  const metadata_hash = hashOf(hashing, metadata)
  return { position, stream, version, event_id, type, schema_version, recorded_at, site_time, data_hash, metadata_hash }
}

/**
 * Returns whether an event's data, metadata and previous hash produce its hash. Two forms of the chain exist: earlier events hash
 * their inputs directly, later ones the hash of their inputs. An input fits only one of them.
 */
export function isAuthentic(hashing: Hashing, event: ProvedEvent): boolean {
  if (!isRedacted(event) && hashOf(hashing, event.data) !== event.data_hash) return false
  const inputs = canonicalBytes(inputsOf(hashing, event))
  const previous = fromHex(event.previous_hash)
  const hashes = [inputs, hashing.sha256(inputs)].map((bytes) => toHex(hashing.sha256(concat(previous, bytes))))
  return hashes.includes(event.hash)
}

/** Names of entries are removed when their account is deleted. Their hash remains. */
function isRedacted({ type, data }: ProvedEvent): boolean {
  return (type === 'EntryCreated' || type === 'EntryRenamed') && data['name'] === null
}

function canonicalBytes(value: unknown): Uint8Array {
  return utf8.encode(canonicalize(value) ?? '')
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array {
  const whole = new Uint8Array(a.length + b.length)
  whole.set(a)
  whole.set(b, a.length)
  return whole
}
