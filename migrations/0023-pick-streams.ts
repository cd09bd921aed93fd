import { type Kysely, sql } from 'kysely'

/**
 * Changes of picks and rankings are not in the streams of their entries any more, so the audit trail of an entry finds them with this
 * index. Earlier events keep their streams.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX events_of_picks_by_entry ON events ((data ->> 'entryId'), position)
    WHERE type IN ('PickSubmitted', 'PickOverridden', 'PickCleared', 'PickAssigned', 'AssignedPickWithdrawn', 'RankingSet')`.execute(
    db,
  )
}
