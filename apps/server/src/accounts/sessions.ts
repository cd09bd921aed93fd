import type { Session, User } from '@outlast/contract'
import type { UserId } from '@outlast/domain'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { HttpError } from '../lib/http-error.ts'
import type { Follower } from '../state/follower.ts'
import { type Account, findById, userRow } from './accounts.ts'
import type { Tokens } from './tokens.ts'

export interface SessionOptions {
  readonly db: Kysely<Tables>
  readonly tokens: Tokens
  readonly follower: Pick<Follower, 'pool'>
  /** Reads what the log has beyond this process. */
  readonly catchUp: () => Promise<void>
}

/** A login's answer for an account whose logins have the given version; void if that is no longer its version. */
export async function sessionOf(parts: SessionOptions, id: UserId, tokenVersion: number): Promise<Session> {
  return { user: await userOf(parts, id), token: parts.tokens.sign(id, tokenVersion) }
}

/** An account as its owner sees it. Throws `token_revoked` once there is none any more. */
export async function userOf({ db, follower }: Pick<SessionOptions, 'db' | 'follower'>, id: UserId): Promise<User> {
  const account = await findById(db, id)
  const user = account && userRow(account, follower.pool)
  if (user === undefined) throw new HttpError('token_revoked')
  return user
}

/**
 * The login for somebody whose password was found right, which took a while: if it was changed meanwhile, it was the old
 * one. The version of the logins is read before the password is looked at again, so that a change that slips in between
 * ends this login as it ends the others. Undefined when the password is not right any more.
 */
export async function sessionAfterCheck(parts: SessionOptions, checked: Account): Promise<Session | undefined> {
  await parts.catchUp()
  const holder = parts.follower.pool.users.get(checked.user_id as UserId)
  const account = await findById(parts.db, checked.user_id as UserId)
  if (holder === undefined || account === undefined || account.password_hash !== checked.password_hash) return undefined
  const user = userRow(account, parts.follower.pool)
  return user && { token: parts.tokens.sign(holder.id, holder.tokenVersion), user }
}
