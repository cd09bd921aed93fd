import { type Kysely, sql } from 'kysely'

// Raw SQL: a table definition.

/** Who won seasons before this pool. The log has the SHA-256 of the names only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE past_champions (
      season_year integer PRIMARY KEY,
      names       text[] NOT NULL
    )`.execute(db)
}
