import { type Kysely, sql } from 'kysely'

// Raw SQL: partial indexes, checks, and rows that move between tables.

/**
 * One table for the messages of every channel, and one for the endpoints that failed last. Moves what waits in the outbox of mails and pushes
 * and in the queue of webhooks, with ids of messages, attempts and due times, so that nothing is lost or sent twice.
 *
 * `endpoint` names what may be slow or fail on its own: the mail server, one browser (a hash of its address), or one webhook. `recipient` is
 * an e-mail address, the address of a push subscription, or the id of a webhook. Of a delivered mail or push, only the purpose and the times
 * are kept. A webhook's message is public: `subject` is its text for admins, `text` the body that is sent.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE deliveries (
      id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      message_id      uuid NOT NULL DEFAULT gen_random_uuid(),
      channel         text NOT NULL CHECK (channel IN ('mail', 'push', 'webhook')),
      endpoint        text NOT NULL,
      host            text NOT NULL DEFAULT '',
      purpose         text NOT NULL,
      priority        smallint NOT NULL,
      user_id         bigint REFERENCES accounts ON DELETE CASCADE,
      webhook_id      bigint REFERENCES webhooks ON DELETE CASCADE,
      once_key        text,
      recipient       text,
      subject         text,
      text            text,
      options         jsonb,
      created_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
      due_at          timestamptz NOT NULL DEFAULT clock_timestamp(),
      expires_at      timestamptz,
      attempts        integer NOT NULL DEFAULT 0,
      next_attempt_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      claimed_by      uuid,
      last_error      text,
      response_status integer,
      delivered_at    timestamptz,
      given_up_at     timestamptz,
      CHECK (delivered_at IS NULL OR given_up_at IS NULL),
      CHECK (delivered_at IS NOT NULL OR (recipient IS NOT NULL AND subject IS NOT NULL AND text IS NOT NULL)),
      CHECK (delivered_at IS NULL OR channel = 'webhook'
          OR (recipient IS NULL AND subject IS NULL AND text IS NULL AND options IS NULL AND user_id IS NULL AND last_error IS NULL)),
      CHECK ((channel = 'webhook') = (webhook_id IS NOT NULL)),
      UNIQUE (webhook_id, once_key)
    )`.execute(db)
  await sql`
    CREATE TABLE delivery_endpoints (
      endpoint      text PRIMARY KEY,
      failures      integer NOT NULL,
      is_slow       boolean NOT NULL,
      failing_since timestamptz NOT NULL,
      failed_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
      rests_until   timestamptz
    )`.execute(db)
  await sql`
    INSERT INTO deliveries (message_id, channel, endpoint, host, purpose, priority, user_id, recipient, subject, text, options, created_at,
      due_at, expires_at, attempts, next_attempt_at, claimed_by, last_error, delivered_at, given_up_at)
    SELECT message_id, channel,
      CASE WHEN channel = 'push' AND to_address IS NOT NULL
        THEN 'push:' || encode(sha256(convert_to(to_address, 'UTF8')), 'hex') ELSE channel END,
      coalesce(CASE WHEN channel = 'push' THEN substring(to_address FROM '^https?://([^/?#]+)') END, ''),
      kind, ${priorityOf('kind')}, user_id, to_address, subject, text, options, created_at,
      CASE WHEN attempts = 0 THEN next_attempt_at ELSE created_at END, expires_at, attempts, next_attempt_at, claimed_by, last_error,
      sent_at, given_up_at
    FROM mail_outbox ORDER BY id`.execute(db)
  await sql`
    INSERT INTO deliveries (message_id, channel, endpoint, purpose, priority, webhook_id, once_key, recipient, subject, text, created_at,
      due_at, attempts, next_attempt_at, claimed_by, last_error, response_status, delivered_at, given_up_at)
    SELECT message_id, 'webhook', 'webhook:' || webhook_id, event, ${priorityOf('event')}, webhook_id, news_key, webhook_id::text, text, body,
      created_at, created_at, attempts, next_attempt_at, claimed_by, last_error, response_status, delivered_at, given_up_at
    FROM webhook_deliveries ORDER BY id`.execute(db)
  await sql`
    INSERT INTO delivery_endpoints (endpoint, failures, is_slow, failing_since)
    SELECT 'webhook:' || id, 1, false, failing_since FROM webhooks WHERE failing_since IS NOT NULL`.execute(db)
  await sql`ALTER TABLE webhooks DROP COLUMN failing_since`.execute(db)
  await sql`DROP TABLE mail_outbox, webhook_deliveries`.execute(db)
  await sql`CREATE INDEX deliveries_waiting ON deliveries (channel, priority DESC, next_attempt_at, id)
    WHERE delivered_at IS NULL AND given_up_at IS NULL`.execute(db)
  await sql`CREATE INDEX deliveries_in_progress ON deliveries (endpoint)
    WHERE delivered_at IS NULL AND given_up_at IS NULL AND claimed_by IS NOT NULL`.execute(db)
  await sql`CREATE INDEX deliveries_by_recipient ON deliveries (lower(recipient)) WHERE recipient IS NOT NULL`.execute(db)
  await sql`CREATE INDEX deliveries_by_user ON deliveries (user_id) WHERE user_id IS NOT NULL`.execute(db)
  await sql`CREATE INDEX deliveries_by_webhook ON deliveries (webhook_id, id) WHERE webhook_id IS NOT NULL`.execute(db)
}

/** The priorities at the time of this migration, for messages that wait. */
function priorityOf(column: string) {
  return sql`
    CASE WHEN ${sql.ref(column)} IN ('password_reset', 'sign_in_link', 'passkey_changed', 'email_change', 'admin_address', 'new_address', 'password_chosen') THEN 5
      WHEN ${sql.ref(column)} = 'reminder' THEN 4
      WHEN ${sql.ref(column)} IN ('invitation', 'approval', 'webhook_off', 'pick_changed') THEN 3
      WHEN ${sql.ref(column)} = 'broadcast' THEN 1
      WHEN ${sql.ref(column)} = 'test' THEN 0 ELSE 2 END`
}
