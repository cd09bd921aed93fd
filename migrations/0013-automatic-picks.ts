import { type Kysely, sql } from 'kysely'

// Raw SQL: index definitions.

/** Lets the index of a week's picks include automatic picks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX events_of_picks_by_week`.execute(db)
  await sql`CREATE INDEX events_of_picks_by_week ON events ((data ->> 'weekId'), position)
    WHERE type IN ('PickSubmitted', 'PickOverridden', 'PickCleared', 'PickAssigned', 'AssignedPickWithdrawn')`.execute(db)
}
