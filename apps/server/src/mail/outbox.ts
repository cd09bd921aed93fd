import type { Instant, UserId } from '@outlast/domain'
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { MessageOptions } from './transport.ts'

// A transactional outbox: mails and push messages are queued in the transaction that causes them, and sent after its commit by
// a worker for each channel (worker.ts). All times in the table are the database's, so that the clocks of the processes do not matter.

/** Mails with a higher priority are sent earlier: someone is waiting for a link, but nobody for a broadcast. */
const PRIORITY = {
  password_reset: 2,
  sign_in_link: 2,
  passkey_changed: 2,
  email_change: 2,
  admin_address: 2,
  invitation: 1,
  password_chosen: 1,
  approval: 1,
  new_address: 1,
  webhook_off: 1,
  // A reminder is useless after the lock, and someone is waiting for a test.
  test: 2,
  reminder: 1,
  pick_changed: 1,
  reveal: 0,
  pick_final: 0,
  correction: 0,
  week_results: 0,
  rules: 0,
  broadcast: 0,
} as const
export type MailKind = keyof typeof PRIORITY

/** A mail to queue. Each recipient gets a copy and does not see the others. */
export interface MailDraft {
  readonly kind: MailKind
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  /** When the mail becomes useless, because the link in it expires. */
  readonly expiresAt?: Instant | undefined
}

/** A message about the pool for one member, on one channel (notifications/notify.ts). */
export interface NoticeDraft extends Omit<MailDraft, 'to'> {
  readonly channel: Channel
  readonly userId: UserId
  /** An e-mail address, or the endpoint of a push subscription. */
  readonly to: string
  readonly options: MessageOptions
  /** When it may be sent, because the member's quiet hours end then. */
  readonly notBefore?: Instant | undefined
}

export type Channel = 'mail' | 'push'

/**
 * Queues mails with one statement for any number of recipients, hence the raw SQL. They are sent only if the transaction
 * commits. Wake the worker afterwards.
 *
 * @returns the number of queued mails
 */
export async function enqueueMail(tx: QueryExecutorProvider, drafts: readonly MailDraft[]): Promise<number> {
  const rows = drafts.map(({ kind, to, subject, text, expiresAt }) => ({
    kind,
    to,
    subject,
    text,
    priority: PRIORITY[kind],
    expires_at: expiresAt ?? null,
  }))
  const result = await sql`
    INSERT INTO mail_outbox (kind, priority, to_address, subject, text, expires_at)
    SELECT draft.kind, draft.priority, recipient.address, draft.subject, draft.text, draft.expires_at
    FROM json_to_recordset(${JSON.stringify(rows)}::json)
           AS draft (kind text, priority smallint, "to" json, subject text, text text, expires_at timestamptz)
         CROSS JOIN LATERAL json_array_elements_text(draft."to") AS recipient (address)`.execute(tx)
  return Number(result.numAffectedRows ?? 0)
}

/** Queues notices with one statement for any number of members, like {@link enqueueMail}. */
export async function enqueueNotices(tx: QueryExecutorProvider, drafts: readonly NoticeDraft[]): Promise<void> {
  if (drafts.length === 0) return
  const rows = drafts.map(({ userId, expiresAt, notBefore, ...draft }) => ({
    ...draft,
    user_id: userId,
    priority: PRIORITY[draft.kind],
    expires_at: expiresAt ?? null,
    not_before: notBefore ?? null,
  }))
  await sql`
    INSERT INTO mail_outbox (channel, user_id, kind, priority, to_address, subject, text, options, expires_at, next_attempt_at)
    SELECT channel, user_id, kind, priority, "to", subject, text, options, expires_at, coalesce(not_before, clock_timestamp())
    FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS draft (channel text, user_id bigint, kind text, priority smallint, "to" text, subject text, text text, options jsonb,
        expires_at timestamptz, not_before timestamptz)`.execute(tx)
}

/** Deletes unsent mails to an address, because its account was deleted or its link was replaced. */
export async function deleteUnsentMail(tx: Kysely<Tables>, address: string, kinds?: readonly MailKind[]): Promise<void> {
  const unsent = tx
    .deleteFrom('mail_outbox')
    .where(sql`lower(to_address)`, '=', sql`lower(${address})`)
    .where('sent_at', 'is', null)
  await (kinds === undefined ? unsent : unsent.where('kind', 'in', kinds)).execute()
}

/** The state of the outbox, for the metrics. */
export interface OutboxStatus {
  /** Unsent mails, including those that will be retried. */
  readonly waiting: number
  /** Unsent mails that will not be retried. */
  readonly givenUp: number
  /** The age of the oldest waiting mail in seconds; 0 if none waits. */
  readonly oldestWaitingSeconds: number
}

export async function outboxStatus(db: Kysely<Tables>): Promise<OutboxStatus> {
  const row = await db
    .selectFrom('mail_outbox')
    .select([
      sql<number>`count(*) FILTER (WHERE given_up_at IS NULL)::integer`.as('waiting'),
      sql<number>`count(*) FILTER (WHERE given_up_at IS NOT NULL)::integer`.as('givenUp'),
      sql<number>`coalesce(extract(epoch FROM clock_timestamp() - min(created_at) FILTER (WHERE given_up_at IS NULL)), 0)::float8`.as(
        'oldestWaitingSeconds',
      ),
    ])
    .where('sent_at', 'is', null)
    .executeTakeFirstOrThrow()
  return row
}
