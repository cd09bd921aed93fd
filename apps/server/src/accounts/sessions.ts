import { randomUUID } from 'node:crypto'
import type { Session, SignInMethod, User } from '@outlast/contract'
import type { UserId } from '@outlast/domain'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { HttpError } from '../lib/http-error.ts'
import type { Follower } from '../state/follower.ts'
import { type Account, findById, userRow } from './accounts.ts'
import { storeSession } from './devices.ts'
import type { Tokens } from './tokens.ts'

export interface SessionOptions {
  readonly db: Kysely<Tables>
  readonly tokens: Tokens
  readonly follower: Pick<Follower, 'pool'>
  /** Reads new events from the log. */
  readonly catchUp: () => Promise<void>
}

/** How somebody signed in, and on which device. */
export interface SignIn {
  readonly method: SignInMethod
  readonly userAgent: string | undefined
  /** The session that continues with a new token. Default: a new one. */
  readonly sessionId?: string | undefined
}

/** Creates a session for a token version of the account. The token is rejected if that version is no longer current. */
export async function sessionOf(options: SessionOptions, id: UserId, tokenVersion: number, signIn: SignIn): Promise<Session> {
  const user = await userOf(options, id)
  const sessionId = signIn.sessionId ?? randomUUID()
  await storeSession(options.db, { ...signIn, sessionId, userId: id, tokenVersion })
  return { user, token: options.tokens.sign(id, tokenVersion, sessionId) }
}

/** Returns an account as its owner sees it. Throws `token_revoked` if the account was deleted. */
export async function userOf({ db, follower }: Pick<SessionOptions, 'db' | 'follower'>, id: UserId): Promise<User> {
  const account = await findById(db, id)
  const user = account && userRow(account, follower.pool)
  if (user === undefined) throw new HttpError('token_revoked')
  return user
}

/**
 * Creates the session after a password check. The check takes a while, and the password may have changed meanwhile: then
 * this returns undefined. It reads the token version before it reads the password hash again, so that a change in between
 * also revokes this session.
 */
export async function sessionAfterCheck(
  options: SessionOptions,
  checked: Account,
  userAgent: string | undefined,
): Promise<Session | undefined> {
  await options.catchUp()
  const user = options.follower.pool.users.get(checked.user_id as UserId)
  const account = await findById(options.db, checked.user_id as UserId)
  if (user === undefined || account === undefined || account.password_hash !== checked.password_hash) return undefined
  return sessionOf(options, user.id, user.tokenVersion, { method: 'password', userAgent })
}
