import { type Kysely, sql } from 'kysely'

/** The last request to the scoreboard for each week: when, by whom (null: automatic), and what came of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE feed_requests (
      week_id  bigint PRIMARY KEY,
      asked_at timestamptz NOT NULL,
      asked_by bigint,
      ok_at    timestamptz,
      error    text,
      unread   jsonb NOT NULL DEFAULT '[]'
    )`.execute(db)
}
