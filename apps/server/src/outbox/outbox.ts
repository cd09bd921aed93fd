import { createHash } from 'node:crypto'
import type { Instant, Position, UserId } from '@outlast/domain'
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { priorityOf, type Purpose } from './purposes.ts'
import type { ChannelName, MessageOptions } from './transport.ts'

// A transactional outbox: messages are queued in the transaction that causes them, and sent after its commit by a worker for
// each channel (worker.ts). All times in the table are the database's, so that the clocks of the processes do not matter.

/** A mail to queue. Each recipient gets a copy and does not see the others. */
export interface MailDraft {
  readonly kind: Purpose
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  /** When the mail becomes useless, because the link in it expires. */
  readonly expiresAt?: Instant | undefined
  /** The event that it is about, so that admins can see what of it arrived. */
  readonly cause?: Position | undefined
  /** What it is about instead of an event. */
  readonly onceKey?: string | undefined
  /** How long it waits before it is sent, in milliseconds. */
  readonly delayMs?: number | undefined
}

/** A message about the pool for one member, on one channel (messages/notify.ts). */
export interface NoticeDraft extends Omit<MailDraft, 'to' | 'delayMs' | 'onceKey'> {
  readonly channel: Exclude<ChannelName, 'webhook'>
  readonly userId: UserId
  /** An e-mail address, or the endpoint of a push subscription. */
  readonly to: string
  readonly options: MessageOptions
  /** When it may be sent, because the member's quiet hours end then. */
  readonly notBefore?: Instant | undefined
}

/** A message for one webhook. */
export interface WebhookDraft {
  readonly webhookId: number
  /** What it announces: each webhook gets it once. */
  readonly onceKey: string
  readonly kind: Purpose
  /** The message as admins see it. */
  readonly subject: string
  /** The body to send. */
  readonly text: string
  /** Whether the workers send it. */
  readonly isDue: boolean
}

/** Names what can be slow or fail on its own: the mail server, a browser, or a webhook. A browser's address is not readable in it. */
export const MAIL_SERVER = 'mail'
export const browserEndpoint = (address: string): string => `push:${createHash('sha256').update(address).digest('hex')}`
/** The key of the messages that an event caused. */
export const causeKey = (position: Position): string => `event:${position}`
export const webhookEndpoint = (id: number): string => `webhook:${id}`
export const webhookIdOf = (endpoint: string): number => Number(endpoint.replace('webhook:', ''))

/**
 * Queues mails with one statement for any number of recipients, hence the raw SQL. They are sent only if the transaction
 * commits. Wake the worker afterwards.
 *
 * @returns the number of queued mails
 */
export async function enqueueMail(tx: QueryExecutorProvider, drafts: readonly MailDraft[]): Promise<number> {
  const rows = drafts.map(({ kind, to, subject, text, expiresAt, cause, onceKey = null, delayMs = 0 }) => ({
    kind,
    to,
    subject,
    text,
    priority: priorityOf(kind),
    expires_at: expiresAt ?? null,
    once_key: cause === undefined ? onceKey : causeKey(cause),
    delay_ms: delayMs,
  }))
  const due = sql`clock_timestamp() + draft.delay_ms * interval '1 millisecond'`
  const isDelayed = drafts.some(({ delayMs = 0 }) => delayMs > 0)
  const result = await sql`
    INSERT INTO deliveries (channel, endpoint, purpose, priority, recipient, subject, text, expires_at, once_key
      ${isDelayed ? sql`, due_at, next_attempt_at` : sql``})
    SELECT 'mail', ${MAIL_SERVER}, draft.kind, draft.priority, recipient.address, draft.subject, draft.text, draft.expires_at, draft.once_key
      ${isDelayed ? sql`, ${due}, ${due}` : sql``}
    FROM json_to_recordset(${JSON.stringify(rows)}::json)
           AS draft (kind text, priority smallint, "to" json, subject text, text text, expires_at timestamptz,
             once_key text, delay_ms float8)
         CROSS JOIN LATERAL json_array_elements_text(draft."to") AS recipient (address)`.execute(tx)
  return Number(result.numAffectedRows ?? 0)
}

/** Queues notices with one statement for any number of members, like {@link enqueueMail}. */
export async function enqueueNotices(tx: QueryExecutorProvider, drafts: readonly NoticeDraft[]): Promise<void> {
  if (drafts.length === 0) return
  const rows = drafts.map(({ channel, userId, to, expiresAt, notBefore, cause, ...draft }) => ({
    ...draft,
    to,
    channel,
    endpoint: channel === 'mail' ? MAIL_SERVER : browserEndpoint(to),
    host: channel === 'mail' ? '' : new URL(to).host,
    user_id: userId,
    priority: priorityOf(draft.kind),
    expires_at: expiresAt ?? null,
    once_key: cause === undefined ? null : causeKey(cause),
    not_before: notBefore ?? null,
  }))
  const due = sql`coalesce(not_before, clock_timestamp())`
  const isDelayed = drafts.some(({ notBefore }) => notBefore !== undefined)
  await sql`
    INSERT INTO deliveries (channel, endpoint, host, user_id, purpose, priority, recipient, subject, text, options, expires_at, once_key
      ${isDelayed ? sql`, due_at, next_attempt_at` : sql``})
    SELECT channel, endpoint, host, user_id, kind, priority, "to", subject, text, options, expires_at, once_key
      ${isDelayed ? sql`, ${due}, ${due}` : sql``}
    FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS draft (channel text, endpoint text, host text, user_id bigint, kind text, priority smallint, "to" text, subject text, text text,
        options jsonb, expires_at timestamptz, once_key text, not_before timestamptz)`.execute(tx)
}

/** Queues a message for a webhook. A message with the same key is queued once. */
export async function enqueueWebhook(tx: Kysely<Tables>, draft: WebhookDraft): Promise<void> {
  const { webhookId, onceKey, kind, subject, text, isDue } = draft
  const now = sql<Instant>`date_trunc('milliseconds', clock_timestamp())`
  await tx
    .insertInto('deliveries')
    .values({
      channel: 'webhook',
      endpoint: webhookEndpoint(webhookId),
      purpose: kind,
      priority: priorityOf(kind),
      webhook_id: webhookId,
      once_key: onceKey,
      recipient: String(webhookId),
      subject,
      text,
      created_at: now,
      due_at: now,
      next_attempt_at: now,
      ...(isDue ? {} : { given_up_at: now }),
    })
    .onConflict((conflict) => conflict.columns(['webhook_id', 'once_key']).doNothing())
    .execute()
}

/** Deletes unsent mails to an address, because its account was deleted or its link was replaced. */
export async function deleteUnsentMail(tx: Kysely<Tables>, address: string, purposes?: readonly Purpose[]): Promise<void> {
  const unsent = tx
    .deleteFrom('deliveries')
    .where(sql`lower(recipient)`, '=', sql`lower(${address})`)
    .where('channel', '=', 'mail')
    .where('delivered_at', 'is', null)
  await (purposes === undefined ? unsent : unsent.where('purpose', 'in', purposes)).execute()
}

/** Sends the mails about the pool that wait for a member to another address. */
export async function redirectNotices(tx: Kysely<Tables>, id: UserId, address: string): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ recipient: address })
    .where('user_id', '=', id)
    .where('channel', '=', 'mail')
    .where('delivered_at', 'is', null)
    .where('given_up_at', 'is', null)
    .execute()
}

/** Deletes unsent messages to a browser, e.g. because it belongs to another account now. */
export async function deleteUnsentPushes(tx: Kysely<Tables>, address: string, except?: UserId): Promise<void> {
  const unsent = tx.deleteFrom('deliveries').where('endpoint', '=', browserEndpoint(address)).where('delivered_at', 'is', null)
  await (except === undefined ? unsent : unsent.where('user_id', '!=', except)).execute()
}
