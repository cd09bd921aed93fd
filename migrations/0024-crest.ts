import { type Kysely, sql } from 'kysely'

// Raw SQL, as in the other migrations that create tables.

/** The club's crest, as it was rendered on the server. The log has only its hash. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE crest_images (
      crest text COLLATE "C" NOT NULL CHECK (crest ~ '^[0-9a-f]{64}$'),
      size  integer NOT NULL CHECK (size > 0),
      png   bytea NOT NULL,
      PRIMARY KEY (crest, size)
    )`.execute(db)
}
