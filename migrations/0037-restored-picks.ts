import { type Kysely, sql } from 'kysely'

// Raw SQL: index definitions.

/**
 * Indexes of the changes of picks that have `PickRestored`, too. The servers of the release before use the old ones,
 * `events_of_picks_by_week` and `events_of_picks_by_entry`, so the next release drops these.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const picks = "'PickSubmitted', 'PickOverridden', 'PickCleared', 'PickRestored', 'PickAssigned', 'AssignedPickWithdrawn'"
  await sql`CREATE INDEX events_of_week_picks ON events ((data ->> 'weekId'), position) WHERE type IN (${sql.raw(picks)})`.execute(
    db,
  )
  await sql`CREATE INDEX events_of_entry_picks ON events ((data ->> 'entryId'), position)
    WHERE type IN (${sql.raw(picks)}, 'RankingSet')`.execute(db)
}
