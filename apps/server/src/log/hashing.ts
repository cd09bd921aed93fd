import { createHash, createHmac, hash } from 'node:crypto'
import type { Hashing } from '@outlast/domain'

/** The domain's proofs on Node's own cryptography. */
export const nodeHashing: Hashing = {
  // At once: a lock hashes twice for every entry, and an object for each would take half of its time.
  sha256: (data) => hash('sha256', data, 'buffer'),
  hmacSha256: (key, data) => createHmac('sha256', key).update(data).digest(),
}

/** SHA-256 of a text in UTF-8. */
export function sha256(...parts: readonly (string | Uint8Array)[]): Buffer {
  const hashing = createHash('sha256')
  for (const part of parts) hashing.update(part)
  return hashing.digest()
}
