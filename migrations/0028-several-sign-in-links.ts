import { type Kysely, sql } from 'kysely'

// Raw SQL: a partial index.

export const effect = { stopsOlderServers: true }

/** An account may have several links to sign in, because one that waited to be mailed does not replace those that were mailed before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE account_links DROP CONSTRAINT account_links_pkey, DROP CONSTRAINT account_links_token_hash_key,
    ADD PRIMARY KEY (token_hash)`.execute(db)
  await sql`CREATE UNIQUE INDEX account_links_one ON account_links (user_id, purpose) WHERE purpose <> 'sign_in'`.execute(db)
  await sql`CREATE INDEX account_links_by_user ON account_links (user_id)`.execute(db)
}
