import type { UserId } from '@outlast/domain'
import jwt from 'jsonwebtoken'
import { JWT_SECRET } from './secret.ts'

/** A month, as ours gives them. */
const TOKEN_SECONDS = 30 * 24 * 3600

const tokens = new Map<UserId, string>()

/** A member's login: the same for the whole run, as members sign in once a month. */
export function tokenOf(user: UserId): string {
  const known = tokens.get(user)
  if (known !== undefined) return known
  const claims = { sub: String(user), tv: 1 }
  const token = jwt.sign(claims, JWT_SECRET, {
    algorithm: 'HS256',
    issuer: 'outlast',
    audience: 'outlast-api',
    expiresIn: TOKEN_SECONDS,
  })
  tokens.set(user, token)
  return token
}
