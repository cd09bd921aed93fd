import { type Kysely, sql } from 'kysely'

// Raw SQL: table definitions.

/**
 * From which network address accounts and entries were made, for a day. The address is a keyed hash: it tells which of them belong together,
 * and nothing else. `entry_id` is null for an account.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE newcomers (
      user_id      bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
      entry_id     bigint,
      address_hash bytea NOT NULL,
      created_at   timestamptz NOT NULL DEFAULT date_trunc('milliseconds', clock_timestamp()),
      UNIQUE NULLS NOT DISTINCT (user_id, entry_id)
    )`.execute(db)
  await sql`CREATE INDEX newcomers_by_time ON newcomers (created_at)`.execute(db)
}
