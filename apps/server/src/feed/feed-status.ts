import type { Instant } from '@outlast/domain'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { AutoSyncStatus } from './auto-sync.ts'

// Raw SQL fragment: the time is set by the database’s clock.

/** The status before the automatic sync has reported one. */
const UNKNOWN: AutoSyncStatus = { lastAsked: null, nextAsk: null, paused: null, failures: 0, lastError: null }

/** Stores the status of the automatic sync, so that every process can read it. */
export async function saveFeedStatus(db: Kysely<Tables>, status: AutoSyncStatus): Promise<void> {
  const json = JSON.stringify(status)
  await db
    .insertInto('feed_status')
    .values({ status: json })
    .onConflict((conflict) =>
      conflict.column('only_row').doUpdateSet({ status: json, updated_at: sql<Instant>`clock_timestamp()` }),
    )
    .execute()
}

/** Reads the status of the automatic sync, whichever process runs it. */
export async function readFeedStatus(db: Kysely<Tables>): Promise<AutoSyncStatus> {
  const row = await db.selectFrom('feed_status').select('status').executeTakeFirst()
  return (row?.status as AutoSyncStatus | undefined) ?? UNKNOWN
}
