import { type Kysely, type RawBuilder, sql } from 'kysely'

// Raw SQL: partial indexes, checks, triggers, and rows that move between tables.

export const effect = { changesData: true, stopsOlderServers: true }

/**
 * One table for the messages of every channel, and one for the endpoints that failed last. Moves what waits in the outbox of mails and pushes
 * and in the queue of webhooks, with ids of messages, attempts and due times, so that nothing is lost or sent twice. The old tables stay until
 * migration 0036. A server of an older version can come back although it should be stopped, for example after its machine was paused: what it
 * queues in the old tables then moves at once.
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
  await sql`INSERT INTO deliveries (${MAIL_COLUMNS}) SELECT ${mailValues(sql`m`)} FROM mail_outbox AS m ORDER BY id`.execute(db)
  await sql`INSERT INTO deliveries (${WEBHOOK_COLUMNS}) SELECT ${webhookValues(sql`w`)} FROM webhook_deliveries AS w ORDER BY id`.execute(
    db,
  )
  await sql`
    INSERT INTO delivery_endpoints (endpoint, failures, is_slow, failing_since)
    SELECT 'webhook:' || id, 1, false, failing_since FROM webhooks WHERE failing_since IS NOT NULL`.execute(db)
  await sql`DELETE FROM mail_outbox`.execute(db)
  await sql`DELETE FROM webhook_deliveries`.execute(db)
  await moveLater(db, 'mail_outbox', sql`INSERT INTO deliveries (${MAIL_COLUMNS}) SELECT ${mailValues(sql`NEW`)}`)
  await moveLater(
    db,
    'webhook_deliveries',
    sql`INSERT INTO deliveries (${WEBHOOK_COLUMNS}) SELECT ${webhookValues(sql`NEW`)} ON CONFLICT (webhook_id, once_key) DO NOTHING`,
  )
  await sql`CREATE INDEX deliveries_waiting ON deliveries (channel, priority DESC, next_attempt_at, id)
    WHERE delivered_at IS NULL AND given_up_at IS NULL`.execute(db)
  await sql`CREATE INDEX deliveries_in_progress ON deliveries (endpoint)
    WHERE delivered_at IS NULL AND given_up_at IS NULL AND claimed_by IS NOT NULL`.execute(db)
  await sql`CREATE INDEX deliveries_by_recipient ON deliveries (lower(recipient)) WHERE recipient IS NOT NULL`.execute(db)
  await sql`CREATE INDEX deliveries_by_user ON deliveries (user_id) WHERE user_id IS NOT NULL`.execute(db)
  await sql`CREATE INDEX deliveries_by_webhook ON deliveries (webhook_id, id) WHERE webhook_id IS NOT NULL`.execute(db)
}

const MAIL_COLUMNS = sql`message_id, channel, endpoint, host, purpose, priority, user_id, recipient, subject, text, options, created_at,
  due_at, expires_at, attempts, next_attempt_at, claimed_by, last_error, delivered_at, given_up_at`

/** The values for {@link MAIL_COLUMNS} of a row of `mail_outbox`. */
function mailValues(row: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${row}.message_id, ${row}.channel,
    CASE WHEN ${row}.channel = 'push' AND ${row}.to_address IS NOT NULL
      THEN 'push:' || encode(sha256(convert_to(${row}.to_address, 'UTF8')), 'hex') ELSE ${row}.channel END,
    coalesce(CASE WHEN ${row}.channel = 'push' THEN substring(${row}.to_address FROM '^https?://([^/?#]+)') END, ''),
    ${row}.kind, ${priorityOf(sql`${row}.kind`)}, ${row}.user_id, ${row}.to_address, ${row}.subject, ${row}.text, ${row}.options, ${row}.created_at,
    CASE WHEN ${row}.attempts = 0 THEN ${row}.next_attempt_at ELSE ${row}.created_at END, ${row}.expires_at, ${row}.attempts,
    ${row}.next_attempt_at, ${row}.claimed_by, ${row}.last_error, ${row}.sent_at, ${row}.given_up_at`
}

const WEBHOOK_COLUMNS = sql`message_id, channel, endpoint, purpose, priority, webhook_id, once_key, recipient, subject, text, created_at,
  due_at, attempts, next_attempt_at, claimed_by, last_error, response_status, delivered_at, given_up_at`

/** The values for {@link WEBHOOK_COLUMNS} of a row of `webhook_deliveries`. */
function webhookValues(row: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${row}.message_id, 'webhook', 'webhook:' || ${row}.webhook_id, ${row}.event, ${priorityOf(sql`${row}.event`)}, ${row}.webhook_id,
    ${row}.news_key, ${row}.webhook_id::text, ${row}.text, ${row}.body, ${row}.created_at, ${row}.created_at, ${row}.attempts,
    ${row}.next_attempt_at, ${row}.claimed_by, ${row}.last_error, ${row}.response_status, ${row}.delivered_at, ${row}.given_up_at`
}

/** Moves each row that an older server inserts into a table. */
async function moveLater(db: Kysely<unknown>, table: string, insert: RawBuilder<unknown>): Promise<void> {
  const name = sql.id(`${table}_moves`)
  await sql`
    CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      ${insert};
      DELETE FROM ${sql.id(table)} WHERE id = NEW.id;
      RETURN NULL;
    END $$`.execute(db)
  await sql`CREATE TRIGGER ${name} AFTER INSERT ON ${sql.id(table)} FOR EACH ROW EXECUTE FUNCTION ${name}()`.execute(db)
}

/** The priorities at the time of this migration, for messages that wait. */
function priorityOf(column: RawBuilder<unknown>) {
  return sql`
    CASE WHEN ${column} IN ('password_reset', 'sign_in_link', 'passkey_changed', 'email_change', 'admin_address', 'new_address', 'password_chosen') THEN 5
      WHEN ${column} = 'reminder' THEN 4
      WHEN ${column} IN ('invitation', 'approval', 'webhook_off', 'pick_changed') THEN 3
      WHEN ${column} = 'broadcast' THEN 1
      WHEN ${column} = 'test' THEN 0 ELSE 2 END`
}
