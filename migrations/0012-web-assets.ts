import { type Kysely, sql } from 'kysely'

/**
 * The files of the web app's builds whose names contain a hash of their content. After an upgrade, open pages still ask for the
 * files of the build before. `replaced_at` is null while the file belongs to the newest build.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE web_assets (
      path        text PRIMARY KEY,
      body        bytea NOT NULL,
      replaced_at timestamptz
    )`.execute(db)
}
