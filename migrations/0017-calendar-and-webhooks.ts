import { type Kysely, sql } from 'kysely'

// Raw SQL: partial indexes and checks.

/**
 * The addresses of the members' calendars, the webhooks with their deliveries, and what has been announced about the pool.
 *
 * Of a calendar's token only the hash is stored; the server derives the token from `salt` and its secret. `news_told` holds each
 * fact that has been announced, and `news_cursor` the position of the log up to which facts were compared.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE calendar_addresses (
      user_id    bigint PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
      salt       uuid NOT NULL,
      token_hash bytea NOT NULL UNIQUE,
      created_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', clock_timestamp())
    )`.execute(db)
  await sql`CREATE SEQUENCE webhook_ids`.execute(db)
  await sql`
    CREATE TABLE webhooks (
      id              bigint PRIMARY KEY,
      label           text NOT NULL,
      preset          text NOT NULL,
      events          text[] NOT NULL,
      url             text NOT NULL,
      secret          text NOT NULL,
      created_at      timestamptz NOT NULL DEFAULT date_trunc('milliseconds', clock_timestamp()),
      failing_since   timestamptz,
      switched_off_at timestamptz
    )`.execute(db)
  await sql`
    CREATE TABLE webhook_deliveries (
      id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      webhook_id      bigint NOT NULL REFERENCES webhooks ON DELETE CASCADE,
      news_key        text NOT NULL,
      message_id      uuid NOT NULL DEFAULT gen_random_uuid(),
      event           text NOT NULL,
      text            text NOT NULL,
      body            text NOT NULL,
      created_at      timestamptz NOT NULL DEFAULT date_trunc('milliseconds', clock_timestamp()),
      attempts        integer NOT NULL DEFAULT 0,
      next_attempt_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      claimed_by      uuid,
      response_status integer,
      last_error      text,
      delivered_at    timestamptz,
      given_up_at     timestamptz,
      UNIQUE (webhook_id, news_key)
    )`.execute(db)
  await sql`CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (next_attempt_at)
    WHERE delivered_at IS NULL AND given_up_at IS NULL`.execute(db)
  await sql`CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries (webhook_id, id)`.execute(db)
  await sql`
    CREATE TABLE news_cursor (
      only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      position bigint NOT NULL DEFAULT 0
    )`.execute(db)
  await sql`INSERT INTO news_cursor DEFAULT VALUES`.execute(db)
  await sql`
    CREATE TABLE news_told (
      key   text PRIMARY KEY,
      value text NOT NULL
    )`.execute(db)
}
