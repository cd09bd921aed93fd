import { type Kysely, sql } from 'kysely'

/** Personal data and secrets. They are never in the log, but are written in the same transaction as its events. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE accounts (
      user_id       bigint PRIMARY KEY,
      email         text NOT NULL,
      email_key     text NOT NULL UNIQUE,
      first_name    text NOT NULL,
      last_name     text NOT NULL,
      mobile        text,
      password_hash text,
      created_at    timestamptz NOT NULL
    )`.execute(db)
  await sql`
    CREATE TABLE password_resets (
      token_hash bytea PRIMARY KEY,
      user_id    bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
      expires_at timestamptz NOT NULL
    )`.execute(db)
  await sql`CREATE INDEX password_resets_by_user ON password_resets (user_id)`.execute(db)
}
