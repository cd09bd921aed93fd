import { createECDH } from 'node:crypto'
import type { PushSubscriptionBody } from '@outlast/contract/rest/notifications'
import type { Instant, UserId } from '@outlast/domain'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { browserEndpoint, deleteUnsentPushes } from '../../outbox/outbox.ts'

type Db = Kysely<Tables>

/** More browsers than anybody uses. A new one replaces the oldest one. */
const MAX_DEVICES = 20

/** Returns whether a browser's key is a point of the curve P-256, so that messages can be encrypted for it. */
export function isUsableKey(p256dh: string): boolean {
  try {
    const own = createECDH('prime256v1')
    own.generateKeys()
    own.computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch {
    return false
  }
}

/** The login that subscribes a browser. */
interface Subscriber {
  readonly userId: UserId
  readonly sessionId: string | undefined
}

/**
 * Waits for the transactions that end logins of an account, and makes later ones wait for this one. Read the log afterwards: a
 * login that has not ended by then subscribes before its end, which therefore removes the subscription.
 */
export async function lockSubscriptions(tx: Db, id: UserId): Promise<void> {
  await tx.selectFrom('accounts').select('user_id').where('user_id', '=', id).forUpdate().execute()
}

/** Stores a browser's subscription, in a transaction. It belongs to the account that signed in last in that browser. */
export async function saveSubscription(
  tx: Db,
  { userId, sessionId }: Subscriber,
  { endpoint, keys, device }: PushSubscriptionBody,
): Promise<void> {
  const row = {
    endpoint,
    user_id: userId,
    p256dh: keys.p256dh,
    auth: keys.auth,
    device: device ?? null,
    session_id: sessionId ?? null,
  }
  await tx
    .insertInto('push_subscriptions')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('endpoint')
        .doUpdateSet({ ...row, created_at: sql`clock_timestamp()`, refused_at: null, refused_status: null }),
    )
    .execute()
  // Messages for the account that used this browser before must not appear in it.
  await deleteUnsentPushes(tx, endpoint, userId)
  const kept = tx
    .selectFrom('push_subscriptions')
    .select('endpoint')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(MAX_DEVICES)
  await tx.deleteFrom('push_subscriptions').where('user_id', '=', userId).where('endpoint', 'not in', kept).execute()
}

/**
 * Removes a browser's subscription and the messages that wait for it.
 * @param id removes it only if it belongs to this member
 */
export async function removeSubscription(db: Db, endpoint: string, id?: UserId): Promise<void> {
  const subscription = db.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint)
  await forgetRemoved(
    db,
    await (id === undefined ? subscription : subscription.where('user_id', '=', id)).returning('endpoint').execute(),
  )
}

/** Removes what one login of a member subscribed, because it has ended. */
export async function removeSubscriptionsOf(tx: Db, id: UserId, sessionId: string): Promise<void> {
  await lockSubscriptions(tx, id)
  const removed = tx.deleteFrom('push_subscriptions').where('user_id', '=', id).where('session_id', '=', sessionId)
  await forgetRemoved(tx, await removed.returning('endpoint').execute())
}

/** Removes all subscriptions of a member, or all except those of the login that continues. */
export async function removeAllSubscriptions(tx: Db, id: UserId, except?: string): Promise<void> {
  await lockSubscriptions(tx, id)
  const all = tx.deleteFrom('push_subscriptions').where('user_id', '=', id)
  const removed = except === undefined ? all : all.where('session_id', 'is distinct from', except)
  await forgetRemoved(tx, await removed.returning('endpoint').execute())
}

async function forgetRemoved(db: Db, removed: readonly { readonly endpoint: string }[]): Promise<void> {
  for (const { endpoint } of removed) {
    await deleteUnsentPushes(db, endpoint)
    await db.deleteFrom('delivery_endpoints').where('endpoint', '=', browserEndpoint(endpoint)).execute()
  }
}

/** A browser whose push service refused the last message to it. */
export interface RefusedDevice {
  /** The name that its owner gave it. */
  readonly device: string | null
  /** The HTTP status of the refusal. */
  readonly status: number
  readonly refusedAt: Instant
}

/** Returns the browsers to which the last message could not be delivered: a member's, or everybody's. */
export async function refusedDevices(db: Db, id?: UserId): Promise<readonly RefusedDevice[]> {
  const refused = db
    .selectFrom('push_subscriptions')
    .select(['device', 'refused_status as status', 'refused_at as refusedAt'])
    .where('refused_at', 'is not', null)
    .where('refused_status', 'is not', null)
    .orderBy('refused_at')
    .$narrowType<{ status: number; refusedAt: Instant }>()
  return await (id === undefined ? refused : refused.where('user_id', '=', id)).execute()
}

/** Marks a browser whose push service refused a message. */
export async function markRefused(db: Db, endpoint: string, status: number | null): Promise<void> {
  await db
    .updateTable('push_subscriptions')
    .set({ refused_status: status, refused_at: sql<Instant>`clock_timestamp()` })
    .where('endpoint', '=', endpoint)
    .execute()
}

/** Removes the marks of browsers to which messages were delivered. */
export async function unmarkRefused(db: Db, endpoints: readonly string[]): Promise<void> {
  await db
    .updateTable('push_subscriptions')
    .set({ refused_status: null, refused_at: null })
    .where('endpoint', 'in', endpoints)
    .where('refused_at', 'is not', null)
    .execute()
}
