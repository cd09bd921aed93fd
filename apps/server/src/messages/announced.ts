import type { UserId } from '@outlast/domain'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'

// What is announced once is a row of the table `announced`, written in the transaction that queues the messages about it. Raw SQL: rows are
// written as a set.

type Db = Kysely<Tables>

/** Something that was announced. */
export interface Announcement {
  /** Begins with what it is about, such as `reminder:5:48`. */
  readonly key: string
  /** The member to whom; null: to everybody. */
  readonly user_id: UserId | null
  /** What its announcer needs to know of it later. */
  readonly value: unknown
}

/** Begins a query of what was announced under keys with a prefix. */
export function announcedUnder(db: Db, prefix: string) {
  return db.selectFrom('announced').where(sql<boolean>`starts_with(announced.key, ${prefix})`)
}

/** Records what is announced in this transaction. Fails if any of it was announced before, so that nothing is announced twice. */
export async function recordAnnounced(tx: Db, announcements: readonly Announcement[]): Promise<void> {
  if (announcements.length === 0) return
  await sql`
    INSERT INTO announced (key, user_id, value)
    SELECT key, user_id, value FROM json_to_recordset(${JSON.stringify(announcements)}::json) AS r(key text, user_id bigint, value jsonb)`.execute(
    tx,
  )
}

/** Forgets what was announced under some keys, which may then be announced again. */
export async function forgetAnnounced(tx: Db, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await tx.deleteFrom('announced').where('key', 'in', keys).execute()
}
