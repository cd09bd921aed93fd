import { createHash, createHmac, hash } from 'node:crypto'
import type { Hashing } from '@outlast/domain'

/** The hash functions for the domain's proofs, from Node's crypto module. */
export const nodeHashing: Hashing = {
  // A lock hashes twice per entry. Its time would double with Hash objects, and also with 'buffer', which allocates memory for each digest.
  sha256: (data) => Buffer.from(hash('sha256', data, 'latin1'), 'latin1'),
  hmacSha256: (key, data) => createHmac('sha256', key).update(data).digest(),
}

/** Returns the SHA-256 of the concatenated parts; strings are UTF-8. */
export function sha256(...parts: readonly (string | Uint8Array)[]): Buffer {
  const hashing = createHash('sha256')
  for (const part of parts) hashing.update(part)
  return hashing.digest()
}
