import { type Kysely, sql } from 'kysely'

/**
 * The salt of the commitment, in hex, to an account's names, which the log has. It is deleted with the account, so that the log says nothing about
 * the person then. Null until the log has a commitment.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE accounts ADD COLUMN name_salt text`.execute(db)
}
