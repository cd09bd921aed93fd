import { type Kysely, sql } from 'kysely'

/** The summaries that admins wrote. The log has their SHA-256 only, because they may contain people's names. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE week_summaries (
      week_id bigint PRIMARY KEY,
      text    text NOT NULL
    )`.execute(db)
}
