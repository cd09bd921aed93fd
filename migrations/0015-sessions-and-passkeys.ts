import { type Kysely, sql } from 'kysely'

// Raw SQL: table definitions.

/**
 * The devices that are signed in, passkeys, the challenges that passkeys have answered, and links to sign in. Sessions only
 * describe devices: whether a token is valid follows from the token and the log.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE sessions (
      id            uuid PRIMARY KEY,
      user_id       bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
      token_version integer NOT NULL,
      device        text NOT NULL,
      method        text NOT NULL,
      created_at    timestamptz NOT NULL,
      last_seen_at  timestamptz NOT NULL,
      expires_at    timestamptz NOT NULL
    )`.execute(db)
  await sql`CREATE INDEX sessions_by_user ON sessions (user_id)`.execute(db)
  await sql`
    CREATE TABLE passkeys (
      id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id       bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
      credential_id text NOT NULL UNIQUE,
      user_handle   text NOT NULL,
      public_key    bytea NOT NULL,
      counter       bigint NOT NULL,
      name          text NOT NULL,
      is_synced     boolean NOT NULL,
      created_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
      last_used_at  timestamptz
    )`.execute(db)
  await sql`CREATE INDEX passkeys_by_user ON passkeys (user_id)`.execute(db)
  await sql`
    CREATE TABLE used_challenges (
      challenge_hash bytea PRIMARY KEY,
      expires_at     timestamptz NOT NULL
    )`.execute(db)
  await sql`ALTER TABLE account_links ADD COLUMN browser_hash bytea`.execute(db)
  await sql`
    ALTER TABLE account_links
      DROP CONSTRAINT account_links_purpose_check,
      ADD CONSTRAINT account_links_purpose_check CHECK (purpose IN ('email_change', 'admin_email', 'sign_in'))`.execute(db)
}
