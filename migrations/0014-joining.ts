import { type Kysely, sql } from 'kysely'

/** The codes and labels of invitations. The log has their limits and their uses. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE invitations (
      id         bigint PRIMARY KEY,
      code       text NOT NULL UNIQUE,
      label      text NOT NULL,
      created_at timestamptz NOT NULL
    )`.execute(db)
}
