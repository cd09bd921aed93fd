import { type Kysely, sql } from 'kysely'

// Raw SQL: a column.

/** The login that switched push on in a browser, so that its end ends the subscription too. Older subscriptions have none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE push_subscriptions ADD COLUMN session_id uuid`.execute(db)
}
