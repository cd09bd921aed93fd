import { type QueryExecutorProvider, sql } from 'kysely'
import type { MailKind } from './outbox.ts'

/** The worker's side of the outbox. A claim is a lease: when its holder dies, the mail is due again once it has run out. */
export interface ClaimedMail {
  readonly id: string
  /** The same at every attempt, so that a mail that was sent twice is recognized as one. */
  readonly messageId: string
  readonly kind: MailKind
  readonly to: string
  readonly subject: string
  readonly text: string
  /** This attempt included. */
  readonly attempts: number
  /** Milliseconds since 1970-01-01 UTC. */
  readonly createdAtMs: number
}

/**
 * Claims up to `limit` mails that are due, the most urgent first. Several workers never claim the same one at a time.
 * @param holder names this worker
 * @param leaseMs longer than an attempt can take
 */
export async function claimMails(
  db: QueryExecutorProvider,
  holder: string,
  limit: number,
  leaseMs: number,
): Promise<ClaimedMail[]> {
  const { rows } = await sql<ClaimedMail>`
    WITH due AS (
      SELECT id FROM mail_outbox
      WHERE sent_at IS NULL AND given_up_at IS NULL AND next_attempt_at <= clock_timestamp()
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
      mail.text, mail.attempts, (extract(epoch FROM mail.created_at) * 1000)::float8 AS "createdAtMs"`.execute(db)
  return rows
}

/** A mail went out, whoever holds it now: its personal text goes. */
export async function markSent(db: QueryExecutorProvider, id: string): Promise<void> {
  await sql`
    UPDATE mail_outbox
    SET sent_at = clock_timestamp(), given_up_at = NULL, to_address = NULL, subject = NULL, text = NULL, last_error = NULL, claimed_by = NULL
    WHERE id = ${id} AND sent_at IS NULL`.execute(db)
}

/** An attempt failed: the mail is due again later. Says nothing when somebody else holds it by now. */
export async function markFailed(
  db: QueryExecutorProvider,
  id: string,
  holder: string,
  error: string,
  retryMs: number,
): Promise<void> {
  await sql`
    UPDATE mail_outbox
    SET last_error = ${error}, claimed_by = NULL,
        next_attempt_at = clock_timestamp() + ${retryMs}::float8 * interval '1 millisecond'
    WHERE id = ${id} AND claimed_by = ${holder} AND sent_at IS NULL`.execute(db)
}

/** The last attempt failed: the mail is kept, with why, and no longer tried. */
export async function markGivenUp(db: QueryExecutorProvider, id: string, holder: string, error: string): Promise<void> {
  await sql`
    UPDATE mail_outbox SET last_error = ${error}, claimed_by = NULL, given_up_at = clock_timestamp()
    WHERE id = ${id} AND claimed_by = ${holder} AND sent_at IS NULL`.execute(db)
}

/** Drops mails that are no longer worth sending. @returns how many */
export async function dropExpired(db: QueryExecutorProvider): Promise<number> {
  const result = await sql`DELETE FROM mail_outbox WHERE sent_at IS NULL AND expires_at <= clock_timestamp()`.execute(db)
  return Number(result.numAffectedRows ?? 0)
}

/** Milliseconds until the next mail is due, 0 when one is; `undefined` when none waits. */
export async function untilNextDue(db: QueryExecutorProvider): Promise<number | undefined> {
  const { rows } = await sql<{ ms: number | null }>`
    SELECT (extract(epoch FROM min(next_attempt_at) - clock_timestamp()) * 1000)::float8 AS ms
    FROM mail_outbox WHERE sent_at IS NULL AND given_up_at IS NULL`.execute(db)
  const ms = rows[0]?.ms ?? undefined
  return ms === undefined ? undefined : Math.max(0, ms)
}
