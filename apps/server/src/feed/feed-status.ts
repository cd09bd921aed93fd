import type { Instant } from '@outlast/domain'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { AutoSyncStatus } from './auto-sync.ts'

// Raw SQL fragments: the times are set by the database’s clock, and a hold stays in the row when the status changes.

/** The status before the automatic sync has reported one. */
const UNKNOWN: AutoSyncStatus = { lastAsked: null, nextAsk: null, paused: null, failures: 0, lastError: null }

/** Stores the status of the automatic sync, so that every process can read it. */
export async function saveFeedStatus(db: Kysely<Tables>, status: AutoSyncStatus): Promise<void> {
  const json = JSON.stringify(status)
  await db
    .insertInto('feed_status')
    .values({ status: json })
    .onConflict((conflict) =>
      conflict.column('only_row').doUpdateSet({
        status: sql<string>`excluded.status || jsonb_strip_nulls(jsonb_build_object('heldUntil', feed_status.status->'heldUntil'))`,
        updated_at: sql<Instant>`clock_timestamp()`,
      }),
    )
    .execute()
}

/** Reads the status of the automatic sync, whichever process runs it. */
export async function readFeedStatus(db: Kysely<Tables>): Promise<AutoSyncStatus> {
  const row = await db.selectFrom('feed_status').select('status').executeTakeFirst()
  return (row?.status as AutoSyncStatus | undefined) ?? UNKNOWN
}

/** The longest time for which one preview of a sync keeps the automatic sync waiting, in seconds. */
export const HOLD_SECONDS = 120

/**
 * Keeps the automatic sync waiting, whichever process runs it: an admin looks at what a sync would change, and a result that arrives on its
 * own would change it without an answer.
 */
export async function holdAutoSync(db: Kysely<Tables>): Promise<void> {
  const held = sql<string>`jsonb_build_object('heldUntil', clock_timestamp() + make_interval(secs => ${HOLD_SECONDS}))`
  await db
    .insertInto('feed_status')
    .values({ status: sql<string>`${JSON.stringify(UNKNOWN)}::jsonb || ${held}` })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ status: sql<string>`feed_status.status || ${held}` }))
    .execute()
}

/** Ends the hold: the admin has answered. */
export async function releaseAutoSync(db: Kysely<Tables>): Promise<void> {
  await db
    .updateTable('feed_status')
    .set({ status: sql<string>`status - 'heldUntil'` })
    .execute()
}

/** Returns for how many milliseconds the automatic sync has to wait, 0 if it may run now. */
export async function heldMs(db: Kysely<Tables>): Promise<number> {
  const left = sql<string>`ceil(extract(epoch FROM (status->>'heldUntil')::timestamptz - clock_timestamp()) * 1000)`
  const row = await db.selectFrom('feed_status').select(left.as('left')).executeTakeFirst()
  return Math.max(0, Number(row?.left ?? 0))
}
