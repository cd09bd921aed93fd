import type { Instant } from '@outlast/domain'
import { type QueryExecutorProvider, sql } from 'kysely'

/**
 * The transactional outbox: what is to be mailed is queued in the transaction of what caused it, and sent after the
 * commit by a worker (see worker.ts). All times in it are the database's, so that processes need not agree on theirs.
 */

/** What a mail is about. Mails somebody waits for go before a broadcast's. */
export type MailKind = 'password_reset' | 'invitation' | 'broadcast'

const PRIORITY: Readonly<Record<MailKind, number>> = { password_reset: 2, invitation: 1, broadcast: 0 }

/** A mail to queue: one copy for each address, none of which sees the others. */
export interface MailDraft {
  readonly kind: MailKind
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  /** After this it is not worth sending (a link that has run out); in real time. */
  readonly expiresAt?: Instant
}

/**
 * Queues mails with one statement, whatever the number of recipients; nothing is sent unless the transaction commits.
 * Wake the worker afterwards.
 * @returns how many mails were queued
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

/** Drops what has not been sent to an address: its account is deleted, or its link has been replaced. */
export async function dropMailTo(tx: QueryExecutorProvider, address: string, kinds?: readonly MailKind[]): Promise<void> {
  await sql`
    DELETE FROM mail_outbox
    WHERE lower(to_address) = lower(${address}) AND sent_at IS NULL
      AND (${kinds ?? null}::text[] IS NULL OR kind = ANY (${kinds ?? null}::text[]))`.execute(tx)
}

/** How the outbox stands: for the metrics, the admin's page and the log. */
export interface OutboxStatus {
  /** Not sent yet, retries included. */
  readonly waiting: number
  /** Kept, but no longer tried. */
  readonly givenUp: number
  /** Age of the oldest mail that waits, in seconds; 0 when none does. */
  readonly oldestWaitingSeconds: number
}

export async function outboxStatus(db: QueryExecutorProvider): Promise<OutboxStatus> {
  const { rows } = await sql<{ waiting: number; given_up: number; oldest: number }>`
    SELECT count(*) FILTER (WHERE given_up_at IS NULL)::integer AS waiting,
           count(*) FILTER (WHERE given_up_at IS NOT NULL)::integer AS given_up,
           coalesce(extract(epoch FROM clock_timestamp() - min(created_at) FILTER (WHERE given_up_at IS NULL)), 0)::float8 AS oldest
    FROM mail_outbox WHERE sent_at IS NULL`.execute(db)
  const row = rows[0]
  return { waiting: row?.waiting ?? 0, givenUp: row?.given_up ?? 0, oldestWaitingSeconds: row?.oldest ?? 0 }
}
