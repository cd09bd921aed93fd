import { instantFromMs, type UserId } from '@outlast/domain'
import { Tokens } from '@outlast/server/tokens'
import { JWT_SECRET } from '../server/config.ts'

/** Issued so late that all pools accept them, whatever their clocks show and whenever their accounts were made. */
const tokens = new Tokens({ secret: JWT_SECRET, now: () => instantFromMs(Date.UTC(2100, 0)) })
const signed = new Map<string, string>()

/** Returns a member's token without checking a password. The same member gets the same token for the whole run. */
export function tokenOf(user: UserId, tokenVersion = 1): string {
  return signed.getOrInsertComputed(`${user} ${tokenVersion}`, () => tokens.sign(user, tokenVersion))
}
