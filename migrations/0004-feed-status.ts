import { type Kysely, sql } from 'kysely'

/** How the automatic sync stands: written by the one process that does it, read by all for the admin's page. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE feed_status (
      only_row   boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      status     jsonb NOT NULL,
      updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
    )`.execute(db)
}
