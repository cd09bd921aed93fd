import { createHash, createHmac } from 'node:crypto'
import type { Hashing } from '@outlast/domain'

/** The domain's proofs on Node's own cryptography. */
export const nodeHashing: Hashing = {
  sha256: (data) => createHash('sha256').update(data).digest(),
  hmacSha256: (key, data) => createHmac('sha256', key).update(data).digest(),
}

/** SHA-256 of a text in UTF-8. */
export function sha256(...parts: readonly (string | Uint8Array)[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
