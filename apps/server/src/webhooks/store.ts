import type { Webhook, WebhookDelivery } from '@outlast/contract'
import type { Instant } from '@outlast/domain'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Tables, WebhookDeliveriesTable, WebhooksTable } from '../database/tables.ts'
import { type ClubMessage, messageBody, plainText } from './message.ts'

// Raw SQL: set-based inserts, the latest rows of each webhook, and the database's clock.

type Db = Kysely<Tables>
type WebhookRow = Selectable<WebhooksTable>
type DeliveryRow = Selectable<WebhookDeliveriesTable>

const NOW = sql<Instant>`date_trunc('milliseconds', clock_timestamp())`

/** How many deliveries of each webhook are shown. */
const SHOWN_DELIVERIES = 5

/** Reads the webhooks with their last deliveries, or one of them. */
export async function readWebhooks(db: Db, id?: number): Promise<Webhook[]> {
  const all = db.selectFrom('webhooks').selectAll().orderBy('id')
  const webhooks = await (id === undefined ? all : all.where('id', '=', id)).execute()
  const { rows } = await sql<DeliveryRow>`
    SELECT d.* FROM webhooks AS w CROSS JOIN LATERAL (
      SELECT * FROM webhook_deliveries WHERE webhook_id = w.id ORDER BY id DESC LIMIT ${SHOWN_DELIVERIES}
    ) AS d`.execute(db)
  return webhooks.map((webhook) =>
    toWebhook(
      webhook,
      rows.filter(({ webhook_id }) => webhook_id === webhook.id),
    ),
  )
}

function toWebhook(row: WebhookRow, deliveries: readonly DeliveryRow[]): Webhook {
  return {
    id: row.id,
    label: row.label,
    preset: row.preset,
    events: row.events,
    address: `${new URL(row.url).origin}/…`,
    is_on: row.switched_off_at === null,
    failing_since: row.failing_since,
    created_at: row.created_at,
    deliveries: deliveries.toSorted((a, b) => b.id - a.id).map(toDelivery),
  }
}

function toDelivery(row: DeliveryRow): WebhookDelivery {
  const isWaiting = row.delivered_at === null && row.given_up_at === null
  return {
    id: row.id,
    event: row.event,
    text: row.text,
    status: isWaiting ? 'waiting' : row.delivered_at === null ? 'failed' : 'delivered',
    attempts: row.attempts,
    created_at: row.created_at,
    delivered_at: row.delivered_at,
    next_attempt_at: isWaiting ? row.next_attempt_at : null,
    response_status: row.response_status,
    error: row.delivered_at === null ? row.last_error : null,
  }
}

/** Reads the delivery of a message to a webhook. */
export async function readDelivery(db: Db, webhookId: number, key: string): Promise<WebhookDelivery | undefined> {
  const query = db.selectFrom('webhook_deliveries').selectAll().where('webhook_id', '=', webhookId).where('news_key', '=', key)
  const row = await query.executeTakeFirst()
  return row === undefined ? undefined : toDelivery(row)
}

/** Returns whether any webhook is on. */
export async function hasWebhooks(db: Db): Promise<boolean> {
  return (
    (await db.selectFrom('webhooks').select('id').where('switched_off_at', 'is', null).limit(1).executeTakeFirst()) !== undefined
  )
}

/** The webhook to which a message is queued. */
export type Receiver = Pick<WebhookRow, 'id' | 'preset' | 'url'>

/**
 * Queues a message for one webhook. A message with the same key is queued once.
 * @param isDue whether the workers send it
 */
export async function enqueueDelivery(
  tx: Db,
  to: Receiver,
  message: ClubMessage,
  clubName: string,
  now: Instant,
  { isDue = true } = {},
): Promise<void> {
  await tx
    .insertInto('webhook_deliveries')
    .values({
      webhook_id: to.id,
      news_key: message.key,
      event: message.event,
      text: plainText(message),
      body: messageBody(message, { preset: to.preset, clubName, address: to.url, now }),
      created_at: NOW,
      next_attempt_at: NOW,
      ...(isDue ? {} : { given_up_at: NOW }),
    })
    .onConflict((conflict) => conflict.columns(['webhook_id', 'news_key']).doNothing())
    .execute()
}

/** Returns the webhooks that are on and want a kind of news. */
export async function receiversOf(tx: Db, event: ClubMessage['event']): Promise<Receiver[]> {
  return tx
    .selectFrom('webhooks')
    .select(['id', 'preset', 'url'])
    .where('switched_off_at', 'is', null)
    .where(sql<boolean>`${event} = ANY (events)`)
    .orderBy('id')
    .execute()
}

/** A delivery that a worker has claimed, with what it needs of the webhook. */
export interface ClaimedDelivery {
  readonly id: number
  readonly webhookId: number
  readonly messageId: string
  readonly body: string
  readonly url: string
  readonly secret: string
  /** Including this attempt. */
  readonly attempts: number
}

const CLAIMED = sql`d.id::float8 AS id, d.webhook_id::float8 AS "webhookId", d.message_id::text AS "messageId", d.body, w.url, w.secret,
  d.attempts`

/** Claims up to `limit` deliveries that are due. The claim is a lease: it ends after `leaseMs`, e.g. if the worker dies. */
export async function claimDeliveries(db: Db, holder: string, limit: number, leaseMs: number): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    WITH due AS (
      SELECT id FROM webhook_deliveries
      WHERE delivered_at IS NULL AND given_up_at IS NULL AND next_attempt_at <= clock_timestamp()
      ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )
    UPDATE webhook_deliveries AS d
    SET claimed_by = ${holder}, attempts = d.attempts + 1,
        next_attempt_at = clock_timestamp() + ${leaseMs}::float8 * interval '1 millisecond'
    FROM due, webhooks AS w WHERE d.id = due.id AND w.id = d.webhook_id
    RETURNING ${CLAIMED}`.execute(db)
  return rows.toSorted((a, b) => a.id - b.id)
}

/** Claims the delivery of a test, unless it was attempted already. */
export async function claimTest(db: Db, webhookId: number, key: string, holder: string): Promise<ClaimedDelivery | undefined> {
  const { rows } = await sql<ClaimedDelivery>`
    UPDATE webhook_deliveries AS d SET claimed_by = ${holder}, attempts = 1
    FROM webhooks AS w
    WHERE d.webhook_id = ${webhookId} AND d.news_key = ${key} AND d.attempts = 0 AND w.id = d.webhook_id
    RETURNING ${CLAIMED}`.execute(db)
  return rows[0]
}

/** Records a success, and that the webhook works. */
export async function markDelivered(db: Db, { id, webhookId }: ClaimedDelivery, status: number | null): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ delivered_at: NOW, given_up_at: null, claimed_by: null, response_status: status, last_error: null })
    .where('id', '=', id)
    .where('delivered_at', 'is', null)
    .execute()
  await db
    .updateTable('webhooks')
    .set({ failing_since: null })
    .where('id', '=', webhookId)
    .where('failing_since', 'is not', null)
    .execute()
}

interface Failure {
  readonly status: number | null
  readonly error: string | null
  /** When to try again, in milliseconds; null: not again. */
  readonly retryMs: number | null
}

/** Records a failed attempt. Has no effect if another worker holds the delivery. */
export async function markFailed(db: Db, delivery: ClaimedDelivery, holder: string, failure: Failure): Promise<void> {
  const { status, error, retryMs } = failure
  await db
    .updateTable('webhook_deliveries')
    .set({
      claimed_by: null,
      response_status: status,
      last_error: error,
      ...(retryMs === null
        ? { given_up_at: NOW }
        : { next_attempt_at: sql<Instant>`clock_timestamp() + ${retryMs}::float8 * interval '1 millisecond'` }),
    })
    .where('id', '=', delivery.id)
    .where('claimed_by', '=', holder)
    .execute()
}

/** Records that a webhook fails, and returns for how many milliseconds it has been failing. */
export async function noteFailure(db: Db, webhookId: number): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    UPDATE webhooks SET failing_since = coalesce(failing_since, ${NOW}) WHERE id = ${webhookId}
    RETURNING (extract(epoch FROM clock_timestamp() - failing_since) * 1000)::float8 AS ms`.execute(db)
  return rows[0]?.ms ?? 0
}

/** Switches a webhook on or off. When it is switched off, its waiting deliveries are given up. */
export async function setSwitch(tx: Db, id: number, isOn: boolean): Promise<void> {
  const change = isOn ? { switched_off_at: null, failing_since: null } : { switched_off_at: NOW }
  await tx.updateTable('webhooks').set(change).where('id', '=', id).execute()
  if (isOn) return
  await tx
    .updateTable('webhook_deliveries')
    .set({ given_up_at: NOW })
    .where('webhook_id', '=', id)
    .where('delivered_at', 'is', null)
    .where('given_up_at', 'is', null)
    .execute()
}

/** Returns the milliseconds until the next delivery is due, or undefined if none waits. */
export async function untilNextDelivery(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('webhook_deliveries')
    .select(sql<number | null>`(extract(epoch FROM min(next_attempt_at) - clock_timestamp()) * 1000)::float8`.as('ms'))
    .where('delivered_at', 'is', null)
    .where('given_up_at', 'is', null)
    .executeTakeFirst()
  const ms = row?.ms ?? undefined
  return ms === undefined ? undefined : Math.max(0, ms)
}

const KEPT_DAYS = 90

/** Deletes deliveries that ended more than {@link KEPT_DAYS} days ago. */
export async function deleteOldDeliveries(db: Db): Promise<void> {
  await db
    .deleteFrom('webhook_deliveries')
    .where('created_at', '<', sql<Instant>`clock_timestamp() - make_interval(days => ${KEPT_DAYS})`)
    .where((where) => where.or([where('delivered_at', 'is not', null), where('given_up_at', 'is not', null)]))
    .execute()
}
