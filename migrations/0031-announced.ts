import { type Kysely, sql } from 'kysely'

// Raw SQL: a table definition, and rows that move between tables.

export const effect = { changesData: true, stopsOlderServers: true }

/**
 * One table for what is announced once: facts of the pool (`fact:<fact>`, with what was announced of it), the time zones for which a reminder
 * is done (`reminder-zone:<week>:<reminder>:<zone>`), and who was reminded (`reminder:<week>:<reminder>`, and for a reminder by hand
 * `reminder:<week>:manual:<position of its event>`). Moves what was announced before, so that nothing is announced again.
 * The old tables stay until migration 0036.
 *
 * `key` has the collation C, so that its index finds keys by their beginning.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE announced (
      key     text COLLATE "C" NOT NULL,
      user_id bigint REFERENCES accounts ON DELETE CASCADE,
      value   jsonb NOT NULL,
      UNIQUE NULLS NOT DISTINCT (key, user_id)
    )`.execute(db)
  await sql`CREATE INDEX announced_by_user ON announced (user_id) WHERE user_id IS NOT NULL`.execute(db)
  await sql`INSERT INTO announced (key, value) SELECT 'fact:' || key, to_jsonb(value) FROM news_told`.execute(db)
  await sql`
    INSERT INTO announced (key, value)
    SELECT 'reminder-zone:' || week_id || ':' || reminder || ':' || time_zone, 'true' FROM reminder_times`.execute(db)
  await sql`
    INSERT INTO announced (key, user_id, value)
    SELECT 'reminder:' || week_id || ':' || reminder || CASE WHEN reminder = 'manual' THEN ':' || position ELSE '' END, user_id,
      jsonb_build_object('position', position, 'mail', mail, 'push', push,
        'at', to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    FROM reminded_members`.execute(db)
  for (const table of ['news_told', 'reminder_times', 'reminded_members']) await sql`DELETE FROM ${sql.id(table)}`.execute(db)
}
