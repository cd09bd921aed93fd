import { randomFillSync } from 'node:crypto'

const NONCE_BYTES = 32
/** Random bytes are requested for this many nonces at once, because the system call costs more than everything else here. */
const NONCES_PER_FILL = 128
const random = Buffer.alloc(NONCE_BYTES * NONCES_PER_FILL)
let used = random.length

/** Returns 32 secret random bytes in hex, for the commitment of one pick. No byte is used twice. */
export function newNonce(): string {
  if (used === random.length) {
    randomFillSync(random)
    used = 0
  }
  const nonce = random.toString('hex', used, used + NONCE_BYTES)
  used += NONCE_BYTES
  return nonce
}
