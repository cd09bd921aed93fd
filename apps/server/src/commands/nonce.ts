import { randomFillSync } from 'node:crypto'

const NONCE_BYTES = 32
/** Randomness for so many nonces is asked for at once: each request to the system costs more than everything else here. */
const AT_ONCE = 128
const random = Buffer.alloc(NONCE_BYTES * AT_ONCE)
let used = random.length

/** Secret randomness for a pick's commitment: 32 bytes, hex. No byte is given out twice. */
export function newNonce(): string {
  if (used === random.length) {
    randomFillSync(random)
    used = 0
  }
  const nonce = random.toString('hex', used, used + NONCE_BYTES)
  used += NONCE_BYTES
  return nonce
}
