import { type Kysely, sql } from 'kysely'

// Raw SQL: a table with one row.

/** When the last backup succeeded. It describes this installation, so backups leave it out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE backup_status (
      only_row        boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      last_success_at timestamptz,
      failures        integer NOT NULL DEFAULT 0,
      watched_since   timestamptz NOT NULL DEFAULT date_trunc('milliseconds', clock_timestamp())
    )`.execute(db)
}
