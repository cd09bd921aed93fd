import { type Kysely, sql } from 'kysely'

// Raw SQL: constraints and partial indexes.

/**
 * How members get reminders and news, the browsers that receive push messages, and who was reminded. The outbox carries
 * messages of every channel: `user_id` is the member for whom a notice is, `options` what the channel needs besides address and
 * text, for example the keys of a push subscription. Both are erased when the message is sent.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE notification_preferences (
      user_id   bigint PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
      channel   text CHECK (channel IN ('mail', 'push', 'both', 'none')),
      time_zone text,
      news      jsonb NOT NULL DEFAULT '{}'
    )`.execute(db)
  await sql`
    CREATE TABLE push_subscriptions (
      endpoint   text PRIMARY KEY,
      user_id    bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
      p256dh     text NOT NULL,
      auth       text NOT NULL,
      device     text,
      created_at timestamptz NOT NULL DEFAULT clock_timestamp()
    )`.execute(db)
  await sql`CREATE INDEX push_subscriptions_by_user ON push_subscriptions (user_id)`.execute(db)
  await sql`
    CREATE TABLE reminder_times (
      week_id   bigint NOT NULL,
      reminder  text NOT NULL,
      time_zone text NOT NULL,
      PRIMARY KEY (week_id, reminder, time_zone)
    )`.execute(db)
  await sql`
    CREATE TABLE reminded_members (
      position bigint NOT NULL,
      user_id  bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
      week_id  bigint NOT NULL,
      reminder text NOT NULL,
      mail     boolean NOT NULL,
      push     boolean NOT NULL,
      at       timestamptz NOT NULL,
      PRIMARY KEY (position, user_id)
    )`.execute(db)
  await sql`CREATE UNIQUE INDEX reminded_members_once ON reminded_members (week_id, reminder, user_id) WHERE reminder <> 'manual'`.execute(
    db,
  )
  await sql`CREATE INDEX reminded_members_by_user ON reminded_members (user_id)`.execute(db)
  await sql`
    ALTER TABLE mail_outbox
      ADD COLUMN channel text NOT NULL DEFAULT 'mail' CHECK (channel IN ('mail', 'push')),
      ADD COLUMN user_id bigint REFERENCES accounts ON DELETE CASCADE,
      ADD COLUMN options jsonb`.execute(db)
  await sql`CREATE INDEX mail_outbox_by_user ON mail_outbox (user_id) WHERE user_id IS NOT NULL`.execute(db)
}
