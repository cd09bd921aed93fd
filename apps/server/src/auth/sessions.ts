import type { Session } from '@outlast/contract'
import type { UserId } from '@outlast/domain'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { Refusal } from '../http/refusal.ts'
import type { Follower } from '../log/follower.ts'
import { type Account, findById, userRow } from './accounts.ts'
import type { Tokens } from './tokens.ts'

export interface SessionParts {
  readonly db: Kysely<Tables>
  readonly tokens: Tokens
  readonly follower: Pick<Follower, 'pool'>
  /** Reads what the log has beyond this process. */
  readonly catchUp: () => Promise<void>
}

/** A login's answer for an account whose logins have the given version; void if that is no longer its version. */
export async function sessionOf(parts: SessionParts, id: UserId, tokenVersion: number): Promise<Session> {
  const account = await findById(parts.db, id)
  if (account !== undefined && !parts.follower.pool.users.has(id)) await parts.catchUp()
  const user = account && userRow(account, parts.follower.pool)
  if (user === undefined) throw new Refusal('token_revoked')
  return { token: parts.tokens.sign(id, tokenVersion), user }
}

/**
 * The login for somebody whose password was found right, which took a while: if it was changed meanwhile, it was the old
 * one. The version of the logins is read before the password is looked at again, so that a change that slips in between
 * ends this login as it ends the others. Undefined when the password is not right any more.
 */
export async function sessionAfterCheck(parts: SessionParts, checked: Account): Promise<Session | undefined> {
  await parts.catchUp()
  const user = parts.follower.pool.users.get(checked.user_id as UserId)
  const account = await findById(parts.db, checked.user_id as UserId)
  if (user === undefined || account === undefined || account.password_hash !== checked.password_hash) return undefined
  return sessionOf(parts, user.id, user.tokenVersion)
}
