import type { Hashing } from '@outlast/contract/proof'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'

/** The proofs' primitives. Not the browser's own: those are there on https and localhost only. */
export const hashing: Hashing = { sha256: (data) => sha256(data), hmacSha256: (key, data) => hmac(sha256, key, data) }
