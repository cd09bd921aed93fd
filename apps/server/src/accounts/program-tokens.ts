import { createHash, randomBytes } from 'node:crypto'
import type { ProgramToken as TokenRow } from '@outlast/contract'
import {
  type Instant,
  isUseRecorded,
  type PoolState,
  type Position,
  powersOf,
  powersWithin,
  type ProgramToken,
  type Scope,
  type UserId,
  userId,
  validToken,
} from '@outlast/domain'
import type { Kysely } from 'kysely'
import type { CommandQueue } from '../commands/queue.ts'
import type { Tables } from '../database/tables.ts'
import { HttpError } from '../lib/http-error.ts'
import type { Authentication } from './tokens.ts'

/** The account and 32 random bytes. The prefix lets scanners for leaked secrets recognize it. */
const FORM = /^outlast_([1-9]\d{0,15})_[A-Za-z0-9_-]{43}$/

/** Creates a token for programs: what its owner copies, and the hash that the log keeps of it. */
export function newProgramToken(owner: UserId): { readonly token: string; readonly hash: string } {
  const token = `outlast_${owner}_${randomBytes(32).toString('base64url')}`
  return { token, hash: hashOf(token) }
}

interface Presented {
  readonly owner: UserId
  readonly hash: string
}

/** Returns what a token for programs says; undefined if it is none. */
export function parseProgramToken(token: string): Presented | undefined {
  const owner = FORM.exec(token)?.[1]
  return owner === undefined ? undefined : { owner: userId(Number(owner)), hash: hashOf(token) }
}

/**
 * Returns whose token it is, and what the account may do now as far as the token's scopes cover it. A token that this process does not know
 * may be one that another process has just created.
 */
export function authenticateProgram({ owner, hash }: Presented, pool: PoolState, now: Instant): Authentication {
  const user = pool.users.get(owner)
  const found = user?.programTokens?.find((token) => token.hash === hash)
  if (user === undefined || found === undefined) return { ok: false, code: 'token_ended', ahead: true }
  const token = validToken(user, found.id, now)
  if (token === undefined) return { ok: false, code: 'token_ended' }
  const { id, scopes, endsAt } = token
  return {
    ok: true,
    userId: owner,
    tokenVersion: user.tokenVersion,
    program: { id, scopes },
    expires: Math.floor(Date.parse(endsAt) / 1000),
    isAdmin: false,
    powers: powersWithin(powersOf(user), scopes),
    seal: pool.seals.get(owner),
  }
}

/** Records a use; undefined if the log has a line about it already. */
export type RecordProgramUse = (owner: UserId, token: Position, scope: Scope) => Promise<void> | undefined

interface UseOptions {
  readonly pool: () => PoolState
  /** The database's time. */
  readonly now: () => Instant
  readonly queue: Pick<CommandQueue, 'submit'>
}

/**
 * Creates the function that records the uses of tokens: a line for each token, scope and day, because a display asks every few seconds. What
 * a program changes is in the log anyway. Calls that arrive together wait for the same recording.
 */
export function programUses({ pool, now, queue }: UseOptions): RecordProgramUse {
  const recording = new Map<string, Promise<void>>()
  const record = async (owner: UserId, tokenId: Position, scope: Scope): Promise<void> => {
    const command = { type: 'NoteProgramTokenUse', data: { userId: owner, tokenId, scope } } as const
    const result = await queue.submit({ envelope: { command, actor: { kind: 'system' } }, toResponse: () => null })
    if (!result.ok) throw result.violation
  }
  return (owner, tokenId, scope) => {
    const token = pool()
      .users.get(owner)
      ?.programTokens?.find(({ id }) => id === tokenId)
    if (token !== undefined && isUseRecorded(token, scope, now())) return undefined
    const key = `${tokenId} ${scope}`
    const pending = recording.get(key) ?? record(owner, tokenId, scope).finally(() => recording.delete(key))
    recording.set(key, pending)
    return pending
  }
}

/**
 * Authenticates for live updates. A program may read there what a member reads, with the scope `read`, and nothing that a power shows.
 */
export function socketAuthenticator({
  authenticate,
  recordProgramUse,
}: {
  readonly authenticate: (token: string) => Authentication | Promise<Authentication>
  readonly recordProgramUse: RecordProgramUse
}): (token: string) => Authentication | Promise<Authentication> {
  const narrow = (result: Authentication): Authentication | Promise<Authentication> => {
    if (!result.ok || result.program === undefined) return result
    if (!result.program.scopes.includes('read')) return { ok: false, code: 'scope_missing' }
    const asMember = { ...result, powers: [] }
    return recordProgramUse(result.userId, result.program.id, 'read')?.then(() => asMember) ?? asMember
  }
  return (token) => {
    const result = authenticate(token)
    return result instanceof Promise ? result.then(narrow) : narrow(result)
  }
}

/** Returns a member's tokens that have neither ended nor been revoked, the newest last. */
export async function listTokens(
  db: Kysely<Tables>,
  tokens: readonly ProgramToken[],
  now: Instant,
): Promise<readonly TokenRow[]> {
  const valid = tokens.filter(({ endsAt }) => now < endsAt)
  const ids = valid.map(({ id }) => id)
  const rows = ids.length === 0 ? [] : await db.selectFrom('token_names').selectAll().where('token_id', 'in', ids).execute()
  const names = new Map(rows.map((row) => [row.token_id, row.name]))
  return valid.map((token) => tokenRow(token, names.get(token.id) ?? ''))
}

/** Returns a token that the pool has. Throws `token_not_found` if it has none. */
export function requireToken(pool: PoolState, owner: UserId, id: Position): ProgramToken {
  const token = pool.users.get(owner)?.programTokens?.find((one) => one.id === id)
  if (token === undefined) throw new HttpError('token_not_found')
  return token
}

/** Returns a token as its owner sees it. */
export function tokenRow({ id, scopes, createdAt, endsAt, used }: ProgramToken, name: string): TokenRow {
  const last_used_at = Object.values(used).toSorted().at(-1) ?? null
  return { id, name, scopes, created_at: createdAt, ends_at: endsAt, last_used_at }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
