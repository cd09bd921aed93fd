import { createHash, createHmac } from 'node:crypto'
import type { Hashing } from '../src/index.ts'

/** The primitives that the server uses. */
export const hashing: Hashing = {
  sha256: (data) => createHash('sha256').update(data).digest(),
  hmacSha256: (key, data) => createHmac('sha256', key).update(data).digest(),
}

/** Returns 32 bytes in hex, different for each number. */
export function nonceOf(n: number): string {
  return createHash('sha256').update(`nonce ${n}`).digest('hex')
}
