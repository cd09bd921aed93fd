import { createHash, randomBytes } from 'node:crypto'

/** Returns a random token for a link in a mail. */
export function newLinkToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns what is stored of a token, so that a copy of the table contains no usable link. */
export function hashLinkToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
