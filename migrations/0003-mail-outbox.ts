import { type Kysely, sql } from 'kysely'

/**
 * The mails to send, queued in the transaction that causes them. A sent mail keeps only its id, kind and times; the
 * recipient and the text are erased.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE mail_outbox (
      id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      message_id      uuid NOT NULL DEFAULT gen_random_uuid(),
      kind            text NOT NULL,
      priority        smallint NOT NULL,
      to_address      text,
      subject         text,
      text            text,
      created_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
      expires_at      timestamptz,
      attempts        integer NOT NULL DEFAULT 0,
      next_attempt_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      claimed_by      uuid,
      last_error      text,
      sent_at         timestamptz,
      given_up_at     timestamptz,
      CHECK (sent_at IS NULL OR given_up_at IS NULL),
      CHECK ((sent_at IS NULL AND to_address IS NOT NULL AND subject IS NOT NULL AND text IS NOT NULL)
          OR (sent_at IS NOT NULL AND to_address IS NULL AND subject IS NULL AND text IS NULL AND last_error IS NULL))
    )`.execute(db)
  await sql`CREATE INDEX mail_outbox_waiting ON mail_outbox (priority DESC, next_attempt_at, id)
    WHERE sent_at IS NULL AND given_up_at IS NULL`.execute(db)
  await sql`CREATE INDEX mail_outbox_by_address ON mail_outbox (lower(to_address)) WHERE to_address IS NOT NULL`.execute(db)
}
