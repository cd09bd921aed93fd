import { createHash, createHmac, hash } from 'node:crypto'
import type { Hashing } from '@outlast/domain'

/** The hash functions for the domain's proofs, from Node's crypto module. */
export const nodeHashing: Hashing = {
  // The one-shot function: a lock hashes twice per entry, and a Hash object for each would double its time.
  sha256: (data) => hash('sha256', data, 'buffer'),
  hmacSha256: (key, data) => createHmac('sha256', key).update(data).digest(),
}

/** Returns the SHA-256 of the concatenated parts; strings are UTF-8. */
export function sha256(...parts: readonly (string | Uint8Array)[]): Buffer {
  const hashing = createHash('sha256')
  for (const part of parts) hashing.update(part)
  return hashing.digest()
}
