import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../tables/rows.ts'
import { nothing, type Steps } from './projector.ts'

/** Accounts and what goes with them. Leaves of a standing lock stay: without them nobody could recompute its root. */
export const peopleSteps: Steps<
  | 'UserProfileChanged'
  | 'AdminGranted'
  | 'AdminRevoked'
  | 'PasswordChanged'
  | 'LoginsEnded'
  | 'UserDeleted'
  | 'EntryDeleted'
  | 'UsersAndEntriesPurged'
  | 'EventsRedacted'
  | 'OverrideRefused'
  | 'BroadcastQueued'
> = {
  UserProfileChanged: nothing,
  AdminGranted: async (db, tables, { data }) => {
    await sql`UPDATE ${tables.users} SET is_admin = true WHERE id = ${data.userId}`.execute(db)
  },
  AdminRevoked: async (db, tables, { data }) => {
    await sql`UPDATE ${tables.users} SET is_admin = false WHERE id = ${data.userId}`.execute(db)
  },
  PasswordChanged: nothing,
  LoginsEnded: nothing,
  UserDeleted: async (db, tables, { data }) => {
    await deleteEntries(db, tables, sql`user_id = ${data.userId}`)
    await sql`DELETE FROM ${tables.users} WHERE id = ${data.userId}`.execute(db)
  },
  EntryDeleted: (db, tables, { data }) => deleteEntries(db, tables, sql`id = ${data.entryId}`),
  UsersAndEntriesPurged: async (db, tables) => {
    const { entries, hand_eliminations: hands, picks, missed, forgiven } = tables
    for (const table of [entries, hands, picks, missed, forgiven]) await sql`DELETE FROM ${table}`.execute(db)
    await sql`DELETE FROM ${tables.users} WHERE NOT is_admin`.execute(db)
  },
  // Their owner's entries went before: no table holds a name that left the log.
  EventsRedacted: nothing,
  OverrideRefused: nothing,
  BroadcastQueued: nothing,
}

/** Rows hang on (week, entry): going through the few weeks there are finds an entry's by that index. */
async function deleteEntries(db: QueryExecutorProvider, tables: Tables, condition: RawBuilder<unknown>): Promise<void> {
  await sql`
    WITH gone AS (DELETE FROM ${tables.entries} WHERE ${condition} RETURNING id),
      keys AS MATERIALIZED (SELECT w.id AS week_id, gone.id AS entry_id FROM ${tables.weeks} AS w, gone),
      picks AS (DELETE FROM ${tables.picks} AS p USING keys WHERE p.week_id = keys.week_id AND p.entry_id = keys.entry_id),
      hands AS (DELETE FROM ${tables.hand_eliminations} AS h USING gone WHERE h.entry_id = gone.id),
      missed AS (DELETE FROM ${tables.missed} AS m USING keys WHERE m.week_id = keys.week_id AND m.entry_id = keys.entry_id)
    DELETE FROM ${tables.forgiven} AS f USING gone WHERE f.entry_id = gone.id`.execute(db)
}
