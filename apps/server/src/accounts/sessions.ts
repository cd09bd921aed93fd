import { randomUUID } from 'node:crypto'
import type { Session, SignInMethod, User } from '@outlast/contract'
import { type Instant, isSessionEnded, type PoolState, type RecordedEvent, type UserId } from '@outlast/domain'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { HttpError } from '../lib/http-error.ts'
import type { Follower } from '../pool/follower.ts'
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
}

/** What a token is made of. A receipt keeps this instead of the token, so that a repeat of the call answers with the same token. */
export interface IssuedToken {
  readonly logins: number
  readonly sessionId?: string | undefined
  readonly from?: Instant | undefined
}

/**
 * Returns what the token for a user is made of after a command.
 * @param sessionId the session that continues with a new token; by default a new one
 */
export function issuedToken(
  { pool, events }: { readonly pool: PoolState; readonly events: readonly Pick<RecordedEvent, 'recordedAt'>[] },
  user: UserId,
  sessionId: string = randomUUID(),
): IssuedToken {
  return { logins: pool.users.get(user)?.tokenVersion ?? 0, sessionId, from: events.at(-1)?.recordedAt }
}

/**
 * Creates a session for a token version of the account. The token is rejected if that version is no longer current.
 * @param issued a number is a token version: a new session, from now on. Receipts of older releases have it too
 */
export async function sessionOf(
  options: SessionOptions,
  id: UserId,
  issued: number | IssuedToken,
  signIn: SignIn,
): Promise<Session> {
  const { logins, sessionId = randomUUID(), from }: IssuedToken = typeof issued === 'number' ? { logins: issued } : issued
  const user = await userOf(options, id)
  const state = options.follower.pool.users.get(id)
  // A repeat must not store a device again that was signed out meanwhile.
  if (!isSessionEnded(state, sessionId)) {
    await storeSession(options.db, { ...signIn, sessionId, userId: id, tokenVersion: logins })
  }
  return { user, token: options.tokens.sign(id, logins, sessionId, from, state?.loginsSince) }
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
