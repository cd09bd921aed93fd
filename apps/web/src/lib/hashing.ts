import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { Hashing } from '@outlast/domain/rules'

/** The hash functions of the proofs. The browser's own are available on https and localhost only. */
export const hashing: Hashing = {
  sha256: (data) => sha256(typeof data === 'string' ? new TextEncoder().encode(data) : data),
  hmacSha256: (key, data) => hmac(sha256, key, data),
}
