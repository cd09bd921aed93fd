import { instantFromMs, type UserId } from '@outlast/domain'
import { Tokens } from '@outlast/server/tokens'
import { JWT_SECRET } from '../server/config.ts'

/** Valid for so long that pools whose clock shows another year accept them. */
const tokens = new Tokens({
  secret: JWT_SECRET,
  now: () => instantFromMs(Date.now()),
  lifetimeSeconds: 100 * 365 * 86_400,
})
const signed = new Map<string, string>()

/** Returns a member's token without checking a password. The same member gets the same token for the whole run. */
export function tokenOf(user: UserId, tokenVersion = 1): string {
  return signed.getOrInsertComputed(`${user} ${tokenVersion}`, () => tokens.sign(user, tokenVersion))
}
