import { type Kysely, sql } from 'kysely'

// Raw SQL, like the table.

/** Whether an admin has switched on daily backups, for a pool whose configuration has no schedule. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE backup_status ADD COLUMN is_daily boolean NOT NULL DEFAULT false`.execute(db)
}
