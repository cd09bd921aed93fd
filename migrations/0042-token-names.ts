import { type Kysely, sql } from 'kysely'

/**
 * The names of tokens for programs, by the position at which the log has the token. They are deleted with the account, and are not in the
 * log.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE token_names (
      token_id bigint PRIMARY KEY,
      user_id  bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
      name     text NOT NULL
    )`.execute(db)
}
