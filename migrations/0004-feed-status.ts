import { type Kysely, sql } from 'kysely'

/** The status of the automatic sync: written by the process that runs it, read by all processes for the admin's page. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE feed_status (
      only_row   boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      status     jsonb NOT NULL,
      updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
    )`.execute(db)
}
