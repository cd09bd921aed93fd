import type { EventType, UserId } from '@outlast/domain'
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import { queryIn } from '../tables/query.ts'
import { type SchemaName, tablesIn, type UserRow } from '../tables/rows.ts'
import { ignore, type Projectors } from './projector.ts'

// Raw SQL: entries are deleted with all their rows in one statement.

/** Projects accounts and what is deleted with them. The leaves of a standing lock stay, because its root is computed from them. */
export const peopleProjectors = {
  UserApproved: (db, schema, { data }) => updateUser(db, schema, data.userId, { is_waiting: false }),
  UserProfileChanged: ignore,
  EmailChangedByAdmin: (db, schema, { data, position, recordedAt }) => {
    const seal = { sealed_since: recordedAt, sealed_until: data.sealedUntil, sealed_before: position }
    return updateUser(db, schema, data.userId, seal)
  },
  PicksUnsealed: (db, schema, { data }) =>
    updateUser(db, schema, data.userId, { sealed_since: null, sealed_until: null, sealed_before: null }),
  AdminGranted: (db, schema, { data }) => updateUser(db, schema, data.userId, { is_admin: true, is_waiting: false }),
  AdminRevoked: (db, schema, { data }) => updateUser(db, schema, data.userId, { is_admin: false }),
  PasswordChosenByAdmin: (db, schema, { data }) => updateUser(db, schema, data.userId, { password_chosen_by_admin: true }),
  AdminPasswordReplaced: (db, schema, { data }) => updateUser(db, schema, data.userId, { password_chosen_by_admin: false }),
  PasswordChanged: ignore,
  LoginsEnded: ignore,
  SessionEnded: ignore,
  PasskeyAdded: ignore,
  PasskeyRemoved: ignore,
  UserDeleted: async (db, schema, { data }) => {
    await deleteEntries(db, schema, sql`user_id = ${data.userId}`)
    await queryIn(db, schema).deleteFrom('users').where('id', '=', data.userId).execute()
  },
  EntryDeleted: (db, schema, { data }) => deleteEntries(db, schema, sql`id = ${data.entryId}`),
  UsersAndEntriesPurged: async (db, schema) => {
    const query = queryIn(db, schema)
    for (const table of [
      'entries',
      'hand_eliminations',
      'picks',
      'void_plans',
      'missed',
      'waived_losses',
      'rankings',
      'split_ballots',
      'buybacks',
      'renewals',
    ] as const) {
      await query.deleteFrom(table).execute()
    }
    await query.deleteFrom('users').where('is_admin', '=', false).execute()
  },
  // No table holds a redacted name: the entries of its owner have been deleted before.
  EventsRedacted: ignore,
  BegunGamePicked: ignore,
  PicksRandomized: ignore,
  ActionUndone: async (db, schema, { data: { entryId, unwaived = [] }, position, recordedAt }) => {
    if (entryId === undefined || unwaived.length === 0) return
    const query = queryIn(db, schema)
    for (const { weekId, team } of unwaived) {
      const waived = query.deleteFrom('waived_losses').where('entry_id', '=', entryId).where('week_id', '=', weekId)
      await waived.where('team', team === null ? 'is' : '=', team).execute()
    }
    await query.updateTable('entries').set({ version: position, updated_at: recordedAt }).where('id', '=', entryId).execute()
  },
  TreasurerChanged: ignore,
  PastChampionsSet: ignore,
  PayoutRecorded: ignore,
  PayoutReversed: ignore,
  BroadcastQueued: ignore,
  WebhookAdded: ignore,
  WebhookRemoved: ignore,
  WebhookSwitched: ignore,
  // Whom a reminder reached is in the server's own tables.
  RemindersChanged: ignore,
  ReminderSent: ignore,
} satisfies Partial<Projectors<EventType>>

async function updateUser(
  db: QueryExecutorProvider,
  schema: SchemaName,
  userId: UserId,
  change: Partial<Omit<UserRow, 'id'>>,
): Promise<void> {
  await queryIn(db, schema).updateTable('users').set(change).where('id', '=', userId).execute()
}

/**
 * Deletes entries with their picks, in one raw statement. Those rows have an index on week and entry, so an entry's rows are found
 * through the weeks, of which there are few.
 */
async function deleteEntries(db: QueryExecutorProvider, schema: SchemaName, condition: RawBuilder<unknown>): Promise<void> {
  const tables = tablesIn(schema)
  await sql`
    WITH gone AS (DELETE FROM ${tables.entries} WHERE ${condition} RETURNING id),
      keys AS MATERIALIZED (SELECT w.id AS week_id, gone.id AS entry_id FROM ${tables.weeks} AS w, gone),
      picks AS (DELETE FROM ${tables.picks} AS p USING keys WHERE p.week_id = keys.week_id AND p.entry_id = keys.entry_id),
      plans AS (DELETE FROM ${tables.void_plans} AS v USING keys WHERE v.week_id = keys.week_id AND v.entry_id = keys.entry_id),
      rankings AS (DELETE FROM ${tables.rankings} AS r USING gone WHERE r.entry_id = gone.id),
      ballots AS (DELETE FROM ${tables.split_ballots} AS b USING gone WHERE b.entry_id = gone.id),
      renewals AS (DELETE FROM ${tables.renewals} AS n USING gone WHERE n.entry_id = gone.id),
      buybacks AS (DELETE FROM ${tables.buybacks} AS b USING gone WHERE b.entry_id = gone.id),
      hands AS (DELETE FROM ${tables.hand_eliminations} AS h USING gone WHERE h.entry_id = gone.id),
      missed AS (DELETE FROM ${tables.missed} AS m USING keys WHERE m.week_id = keys.week_id AND m.entry_id = keys.entry_id)
    DELETE FROM ${tables.waived_losses} AS f USING gone WHERE f.entry_id = gone.id`.execute(db)
}
