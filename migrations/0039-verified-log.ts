import { type Kysely, sql } from 'kysely'

// Raw SQL: a table with one row.

/**
 * The head up to which a program has verified the log before it folded it. A log that no longer has it was rewritten or cut
 * (apps/server/src/log/verified-log.ts). In the database, so that a restored backup and a standby have the one that fits their log.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE verified_log (
      only_row    boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      position    bigint NOT NULL CHECK (position > 0),
      hash        bytea NOT NULL,
      verified_at timestamptz NOT NULL DEFAULT clock_timestamp()
    )`.execute(db)
}
