import { createECDH } from 'node:crypto'
import type { PushSubscriptionBody } from '@outlast/contract/rest/notifications'
import type { UserId } from '@outlast/domain'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'

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
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet({ ...row, created_at: sql`clock_timestamp()` }))
      .execute()
    // Messages for the account that used this browser before must not appear in it.
    await tx
      .deleteFrom('mail_outbox')
      .where('channel', '=', 'push')
      .where('to_address', '=', endpoint)
      .where('user_id', '!=', id)
      .execute()
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
  await db
    .deleteFrom('mail_outbox')
    .where('channel', '=', 'push')
    .where('to_address', '=', endpoint)
    .where('sent_at', 'is', null)
    .execute()
}
