import type { Instant } from '@outlast/domain'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { Channel, MailKind } from './outbox.ts'
import type { MessageOptions } from './transport.ts'

type Db = Kysely<Tables>

/** A message that a worker has claimed. The claim is a lease: if the worker dies, the message is due again when the lease expires. */
export interface ClaimedMessage {
  readonly id: string
  /** The same for every attempt, so that a mail client recognizes a mail that was sent twice. */
  readonly messageId: string
  readonly kind: MailKind
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Including this attempt. */
  readonly attempts: number
  /** Milliseconds since 1970-01-01 UTC. */
  readonly createdAtMs: number
  readonly options: MessageOptions | null
  /** Milliseconds until the message expires; null if it never does. */
  readonly expiresInMs: number | null
}

/**
 * Claims up to `limit` messages of a channel that are due, most urgent first. Workers never hold the same mail at the same time. Raw SQL,
 * because it selects, locks and updates in one statement.
 *
 * @param holder the id of this worker
 * @param leaseMs longer than an attempt can take
 */
export async function claimMails(
  db: Db,
  holder: string,
  limit: number,
  leaseMs: number,
  channel: Channel = 'mail',
): Promise<ClaimedMessage[]> {
  const { rows } = await sql<ClaimedMessage>`
    WITH due AS (
      SELECT id FROM mail_outbox
      WHERE channel = ${channel} AND sent_at IS NULL AND given_up_at IS NULL AND next_attempt_at <= clock_timestamp()
        AND (expires_at IS NULL OR expires_at > clock_timestamp())
      ORDER BY priority DESC, next_attempt_at, id
      LIMIT ${limit}
      FOR UPDATE SKIP LOCKED
    )
    UPDATE mail_outbox AS mail
    SET claimed_by = ${holder}, attempts = mail.attempts + 1,
        next_attempt_at = clock_timestamp() + ${leaseMs}::float8 * interval '1 millisecond'
    FROM due WHERE mail.id = due.id
    RETURNING mail.id::text AS id, mail.message_id::text AS "messageId", mail.kind, mail.to_address AS "to", mail.subject,
      mail.text, mail.attempts, (extract(epoch FROM mail.created_at) * 1000)::float8 AS "createdAtMs",
      mail.options, (extract(epoch FROM mail.expires_at - clock_timestamp()) * 1000)::float8 AS "expiresInMs"`.execute(db)
  return rows
}

/** Records that a mail was sent, even if another worker holds it by now, and erases its personal data. */
export async function markSent(db: Db, id: string): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({
      sent_at: NOW,
      given_up_at: null,
      to_address: null,
      subject: null,
      text: null,
      last_error: null,
      claimed_by: null,
      user_id: null,
      options: null,
    })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute()
}

/** Records a failed attempt and schedules the next one. Has no effect if another worker holds the mail. */
export async function markFailed(db: Db, id: string, holder: string, error: string, retryMs: number): Promise<void> {
  const nextAttempt = sql<Instant>`clock_timestamp() + ${retryMs}::float8 * interval '1 millisecond'`
  await heldBy(db, id, holder).set({ last_error: error, claimed_by: null, next_attempt_at: nextAttempt }).execute()
}

/** Records that the last attempt failed. The mail is kept with the error, but no longer sent. */
export async function markGivenUp(db: Db, id: string, holder: string, error: string): Promise<void> {
  await heldBy(db, id, holder).set({ last_error: error, claimed_by: null, given_up_at: NOW }).execute()
}

/** Deletes mails that have expired, and returns how many. */
export async function deleteExpiredMails(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('mail_outbox')
    .where('sent_at', 'is', null)
    .where('expires_at', '<=', NOW)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Returns the milliseconds until the next mail is due, 0 if one is due now, or undefined if none waits. */
export async function untilNextDue(db: Db, channel: Channel = 'mail'): Promise<number | undefined> {
  const row = await db
    .selectFrom('mail_outbox')
    .select(sql<number | null>`(extract(epoch FROM min(next_attempt_at) - clock_timestamp()) * 1000)::float8`.as('ms'))
    .where('channel', '=', channel)
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .executeTakeFirst()
  const ms = row?.ms ?? undefined
  return ms === undefined ? undefined : Math.max(0, ms)
}

const NOW = sql<Instant>`clock_timestamp()`

function heldBy(db: Db, id: string, holder: string) {
  return db.updateTable('mail_outbox').where('id', '=', id).where('claimed_by', '=', holder).where('sent_at', 'is', null)
}
