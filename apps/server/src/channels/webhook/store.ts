import type { Webhook, WebhookDelivery } from '@outlast/contract'
import type { Instant } from '@outlast/domain'
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { DeliveriesTable, Tables, WebhooksTable } from '../../database/tables.ts'
import { enqueueWebhook, webhookEndpoint } from '../../outbox/outbox.ts'
import { type ClubMessage, messageBody, plainText } from './message.ts'

// Raw SQL: the latest rows of each webhook, and the database's clock.

type Db = Kysely<Tables>
type WebhookRow = Selectable<WebhooksTable>
/**
 * A delivery with its number among those of its webhook. Ids count the messages to members as well, and with them the plans that cannot
 * stand, which admins must not know.
 */
type DeliveryRow = Selectable<DeliveriesTable> & { readonly number: number }

const numberedDeliveries = (webhookId: RawBuilder<unknown>) =>
  sql`SELECT *, row_number() OVER (ORDER BY id)::integer AS number FROM deliveries WHERE webhook_id = ${webhookId}`

const NOW = sql<Instant>`date_trunc('milliseconds', clock_timestamp())`

/** How many deliveries of each webhook are shown. */
const SHOWN_DELIVERIES = 5

/** Reads the webhooks with their last deliveries, or one of them. */
export async function readWebhooks(db: Db, id?: number): Promise<Webhook[]> {
  const all = db
    .selectFrom('webhooks')
    .leftJoin('delivery_endpoints as e', (join) => join.on('e.endpoint', '=', sql`'webhook:' || webhooks.id`))
    .selectAll('webhooks')
    .select('e.failing_since')
    .orderBy('webhooks.id')
  const webhooks = await (id === undefined ? all : all.where('webhooks.id', '=', id)).execute()
  const { rows } = await sql<DeliveryRow>`
    SELECT d.* FROM webhooks AS w CROSS JOIN LATERAL (
      ${numberedDeliveries(sql`w.id`)} ORDER BY id DESC LIMIT ${SHOWN_DELIVERIES}
    ) AS d`.execute(db)
  return webhooks.map((webhook) =>
    toWebhook(
      webhook,
      rows.filter(({ webhook_id }) => webhook_id === webhook.id),
    ),
  )
}

function toWebhook(row: WebhookRow & { readonly failing_since: Instant | null }, deliveries: readonly DeliveryRow[]): Webhook {
  return {
    id: row.id,
    label: row.label,
    preset: row.preset,
    events: row.events,
    address: `${new URL(row.url).origin}/…`,
    is_on: row.switched_off_at === null,
    failing_since: row.failing_since,
    created_at: row.created_at,
    deliveries: deliveries.toSorted((a, b) => b.number - a.number).map(toDelivery),
  }
}

function toDelivery(row: DeliveryRow): WebhookDelivery {
  const isWaiting = row.delivered_at === null && row.given_up_at === null
  return {
    id: row.number,
    event: row.purpose as WebhookDelivery['event'],
    text: row.subject ?? '',
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
  const { rows } = await sql<DeliveryRow>`
    SELECT * FROM (${numberedDeliveries(sql`${webhookId}`)}) AS d WHERE once_key = ${key}`.execute(db)
  return rows[0] && toDelivery(rows[0])
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
  await enqueueWebhook(tx, {
    webhookId: to.id,
    onceKey: message.key,
    kind: message.event,
    subject: plainText(message),
    text: messageBody(message, { preset: to.preset, clubName, address: to.url, now }),
    isDue,
  })
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

/** Switches a webhook on or off. When it is switched off, its waiting deliveries are given up. */
export async function setSwitch(tx: Db, id: number, isOn: boolean): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({ switched_off_at: isOn ? null : NOW })
    .where('id', '=', id)
    .execute()
  if (isOn) return forgetFailures(tx, id)
  await tx
    .updateTable('deliveries')
    .set({ given_up_at: NOW })
    .where('webhook_id', '=', id)
    .where('delivered_at', 'is', null)
    .where('given_up_at', 'is', null)
    .execute()
}

/** Records that a webhook works. */
async function forgetFailures(db: Db, id: number): Promise<void> {
  await db.deleteFrom('delivery_endpoints').where('endpoint', '=', webhookEndpoint(id)).execute()
}
