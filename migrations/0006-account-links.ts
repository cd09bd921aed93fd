import { type Kysely, sql } from 'kysely'

/**
 * Links in mails that confirm something about an account, and the random part of the setup link. `address` is the address
 * that the mail went to. Tokens are stored as hashes, so that a copy of the table contains no usable link.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE account_links (
      user_id    bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
      purpose    text NOT NULL CHECK (purpose IN ('email_change', 'admin_email')),
      token_hash bytea NOT NULL UNIQUE,
      address    text NOT NULL,
      expires_at timestamptz NOT NULL,
      PRIMARY KEY (user_id, purpose)
    )`.execute(db)
  await sql`
    CREATE TABLE setup_link (
      only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      salt     uuid NOT NULL DEFAULT gen_random_uuid()
    )`.execute(db)
  await sql`INSERT INTO setup_link DEFAULT VALUES`.execute(db)
}
