import { type Kysely, sql } from 'kysely'

export const effect = { stopsOlderServers: true }

/**
 * From now on the hash chain consists of event hashes (docs/proofs.md). Events that are already recorded keep their hashes and have no
 * event hash. The constraint rejects new events without one: a server of an older version fails instead of continuing the old chain.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Adding the column locks the table, so no event can be recorded before the head is read.
  await sql`ALTER TABLE events ADD COLUMN event_hash bytea`.execute(db)
  const { rows } = await sql<{ position: number }>`SELECT position FROM log_head`.execute(db)
  await sql`ALTER TABLE events ADD CONSTRAINT events_have_hashes
    CHECK (event_hash IS NOT NULL OR position <= ${sql.lit(rows[0]?.position ?? 0)})`.execute(db)
}
