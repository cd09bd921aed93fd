import { sha512 } from '@noble/hashes/sha2.js'
import { hashes, verify } from '@noble/ed25519'
import type { SignedHead } from '@outlast/contract'
import { signedHeadText } from '@outlast/domain/rules'

// The browser's own Ed25519 is available on https only, and not in all browsers that members have.
hashes.sha512 = (message) => sha512(message)

/**
 * Returns whether a head carries the pool's signature.
 * @param publicKey 32 bytes in base64url
 */
export function isSigned(head: SignedHead, publicKey: string): boolean {
  try {
    return verify(fromBase64Url(head.signature), new TextEncoder().encode(signedHeadText(head)), fromBase64Url(publicKey))
  } catch {
    return false
  }
}

function fromBase64Url(text: string): Uint8Array {
  const base64 = text.replaceAll('-', '+').replaceAll('_', '/')
  return Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0)
}
