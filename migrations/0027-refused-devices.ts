import { type Kysely, sql } from 'kysely'

/** When and how a push service last refused a message to a browser, so that its owner learns why nothing arrives. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE push_subscriptions
      ADD COLUMN refused_at timestamptz,
      ADD COLUMN refused_status integer`.execute(db)
}
