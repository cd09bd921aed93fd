import type { DeviceSession, SignInMethod } from '@outlast/contract'
import { type Instant, isSessionEnded, type User, type UserId } from '@outlast/domain'
import { type Kysely, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { removeAllSubscriptions, removeSubscriptionsOf } from '../channels/push/push-subscriptions.ts'
import type { Tables } from '../database/tables.ts'
import { deviceText } from './device-text.ts'
import { type Login, LOGIN_SECONDS } from './tokens.ts'

// The devices that are signed in, for their owners. Nothing depends on these rows: a token is checked without them.
// Raw SQL fragments: times are the database's, and many devices are stored with one statement.

type Db = Kysely<Tables>

/** How recently a device must have signed in to add a passkey without the password, in minutes. */
const FRESH_MINUTES = 15

interface NewSession {
  readonly sessionId: string
  readonly userId: UserId
  readonly tokenVersion: number
  readonly method: SignInMethod
  readonly userAgent: string | undefined
}

/** Stores a session at sign-in. A session that continues with a new token keeps the name of its device. */
export async function storeSession(db: Db, session: NewSession): Promise<void> {
  const row = {
    token_version: session.tokenVersion,
    last_seen_at: sql<Instant>`date_trunc('hour', clock_timestamp(), 'UTC')`,
    expires_at: sql<Instant>`clock_timestamp() + make_interval(secs => ${LOGIN_SECONDS})`,
  }
  await db
    .insertInto('sessions')
    .values({
      ...row,
      device: deviceText(session.userAgent),
      id: session.sessionId,
      user_id: session.userId,
      method: session.method,
      created_at: sql<Instant>`date_trunc('milliseconds', clock_timestamp())`,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row).where('sessions.user_id', '=', session.userId))
    .execute()
}

/** Returns the sessions of a user whose tokens are still valid, most recently used first. */
export async function listSessions(db: Db, user: User, currentId: string | undefined): Promise<readonly DeviceSession[]> {
  const rows = await db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', user.id)
    .where('token_version', '=', user.tokenVersion)
    .where('expires_at', '>', sql<Instant>`clock_timestamp()`)
    .orderBy('last_seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .execute()
  return rows
    .filter(({ id }) => !isSessionEnded(user, id))
    .map(({ id, device, method, created_at, last_seen_at, expires_at }) => ({
      id,
      device,
      // Only this file writes the table.
      method: method as SignInMethod,
      is_current: id === currentId,
      signed_in_at: created_at,
      last_seen_at,
      expires_at,
    }))
}

export async function hasSession(db: Db, userId: UserId, id: string): Promise<boolean> {
  const row = await db.selectFrom('sessions').select('id').where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()
  return row !== undefined
}

/** Returns whether a session signed in so recently that its user need not enter the password again ({@link FRESH_MINUTES}). */
export async function isFreshSession(db: Db, userId: UserId, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('method', '<>', 'unknown')
    .where('created_at', '>', sql<Instant>`clock_timestamp() - make_interval(mins => ${FRESH_MINUTES})`)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes one session of a user and the push subscriptions that it made. */
export async function deleteSession(tx: Db, userId: UserId, id: string): Promise<void> {
  await removeSubscriptionsOf(tx, userId, id)
  await tx.deleteFrom('sessions').where('id', '=', id).where('user_id', '=', userId).execute()
}

/**
 * Deletes all sessions of a user with their push subscriptions, or all except one that continues. Call it in the transaction that
 * revokes the user's tokens.
 */
export async function deleteSessions(tx: Db, userId: UserId, except?: string): Promise<void> {
  await removeAllSubscriptions(tx, userId, except)
  const all = tx.deleteFrom('sessions').where('user_id', '=', userId)
  await (except === undefined ? all : all.where('id', '<>', except)).execute()
}

/** How often a process stores that a device is in use. */
const NOTE_EVERY_MS = 3_600_000
const FLUSH_AFTER_MS = 5_000
const MAX_DEVICES = 50_000

interface UsedDevice {
  readonly id: string
  readonly user_id: number
  readonly token_version: number
  readonly device: string
  readonly expires: number
}

/**
 * Stores which devices are in use: at most once an hour for each, many of them with one statement, and only the hour. So a
 * request costs no query, and nobody can learn from the table when a pick was made.
 */
export class DeviceUse {
  readonly #db: Db
  readonly #log: Pick<Logger, 'warn'>
  /** When each device was last noted, by a monotonic clock. */
  readonly #noted = new LRUCache<string, number>({ max: MAX_DEVICES })
  #waiting = new Map<string, UsedDevice>()
  #timer: NodeJS.Timeout | undefined
  #storing: Promise<void> = Promise.resolve()

  constructor(db: Db, log: Pick<Logger, 'warn'>) {
    this.#db = db
    this.#log = log
  }

  /** Records in memory that a device is in use. {@link flush} stores it a few seconds later. */
  note({ sessionId, userId, tokenVersion, expires }: Login, userAgent: string | undefined): void {
    if (sessionId === undefined) return
    const now = performance.now()
    const noted = this.#noted.get(sessionId)
    if (noted !== undefined && now - noted < NOTE_EVERY_MS) return
    this.#noted.set(sessionId, now)
    const device = deviceText(userAgent)
    this.#waiting.set(sessionId, { id: sessionId, user_id: userId, token_version: tokenVersion, device, expires })
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_AFTER_MS).unref()
  }

  /** Resolves once everything that was noted is stored. A failure only delays when a device was last seen. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    // What a call before has taken may not be stored yet.
    this.#storing = this.#storing.then(() => this.#store())
    return this.#storing
  }

  async #store(): Promise<void> {
    const rows = [...this.#waiting.values()]
    this.#waiting = new Map()
    if (rows.length === 0) return
    try {
      await storeUse(this.#db, rows)
    } catch (error) {
      for (const { id } of rows) this.#noted.delete(id)
      this.#log.warn({ err: error }, 'Storing the devices in use failed')
    }
  }
}

/** Updates when sessions were last seen. Inserts those whose tokens were signed before sessions were stored. */
async function storeUse(db: Db, rows: readonly UsedDevice[]): Promise<void> {
  await sql`
    INSERT INTO sessions (id, user_id, token_version, device, method, created_at, last_seen_at, expires_at)
    SELECT used.id, used.user_id, used.token_version, used.device, 'unknown',
           to_timestamp(used.expires - ${LOGIN_SECONDS}::int), date_trunc('hour', clock_timestamp(), 'UTC'), to_timestamp(used.expires)
    FROM json_to_recordset(${JSON.stringify(rows)}::json)
           AS used (id uuid, user_id bigint, token_version integer, device text, expires bigint)
         JOIN accounts USING (user_id)
    ORDER BY used.id
    ON CONFLICT (id) DO UPDATE SET last_seen_at = excluded.last_seen_at
      WHERE sessions.last_seen_at < excluded.last_seen_at`.execute(db)
}
