import { type Kysely, sql } from 'kysely'

// Raw SQL: a table with one row.

/**
 * Which version of Outlast migrated the database last, and which servers can work with it: those that know the migration `oldest_migration`
 * and are of the version `oldest_version` or newer, as far as these are set. Each later migration updates the row in its transaction.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE schema_version (
      only_row         boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      version          text NOT NULL,
      oldest_migration text,
      oldest_version   text
    )`.execute(db)
}
