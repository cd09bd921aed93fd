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

/** Stores a browser's subscription. It belongs to the account that signed in last in that browser. */
export async function saveSubscription(db: Db, id: UserId, { endpoint, keys, device }: PushSubscriptionBody): Promise<void> {
  const row = { endpoint, user_id: id, p256dh: keys.p256dh, auth: keys.auth, device: device ?? null }
  await db.transaction().execute(async (tx) => {
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
    await deleteUnsentPushes(tx, endpoint, id)
    const kept = tx
      .selectFrom('push_subscriptions')
      .select('endpoint')
      .where('user_id', '=', id)
      .orderBy('created_at', 'desc')
      .limit(MAX_DEVICES)
    await tx.deleteFrom('push_subscriptions').where('user_id', '=', id).where('endpoint', 'not in', kept).execute()
  })
}

/**
 * Removes a browser's subscription and the messages that wait for it.
 * @param id removes it only if it belongs to this member
 */
export async function removeSubscription(db: Db, endpoint: string, id?: UserId): Promise<void> {
  const subscription = db.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint)
  const removed = await (id === undefined ? subscription : subscription.where('user_id', '=', id)).executeTakeFirst()
  if (removed.numDeletedRows === 0n) return
  await deleteUnsentPushes(db, endpoint)
  await db.deleteFrom('delivery_endpoints').where('endpoint', '=', browserEndpoint(endpoint)).execute()
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
