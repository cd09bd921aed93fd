import { type Kysely, sql } from 'kysely'

// Raw SQL: `IF EXISTS`.

export const effect = { dropsUnusedSince: '1.0.0' }

/**
 * Drops what the migrations 0026 and 0031 replaced. Previews of 1.0.0 dropped these tables in 0026 and 0031 themselves, so a database may
 * lack them. The triggers of 0026 have moved every message, so that none is in them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE webhooks DROP COLUMN IF EXISTS failing_since`.execute(db)
  await sql`DROP TABLE IF EXISTS mail_outbox, webhook_deliveries, news_told, reminder_times, reminded_members`.execute(db)
  await sql`DROP FUNCTION IF EXISTS mail_outbox_moves(), webhook_deliveries_moves()`.execute(db)
}
