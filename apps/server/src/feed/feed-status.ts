import { type QueryExecutorProvider, sql } from 'kysely'
import type { AutoSyncStatus } from './auto-sync.ts'

/** Before the automatic sync has said anything. */
const UNKNOWN: AutoSyncStatus = { lastAsked: null, nextAsk: null, paused: null, failures: 0, lastError: null }

/** Keeps how the automatic sync stands where every process can read it. */
export async function saveFeedStatus(db: QueryExecutorProvider, status: AutoSyncStatus): Promise<void> {
  await sql`
    INSERT INTO feed_status (status) VALUES (${JSON.stringify(status)}::jsonb)
    ON CONFLICT (only_row) DO UPDATE SET status = excluded.status, updated_at = clock_timestamp()`.execute(db)
}

/** How the automatic sync stands, whichever process does it. */
export async function readFeedStatus(db: QueryExecutorProvider): Promise<AutoSyncStatus> {
  const { rows } = await sql<{ status: AutoSyncStatus }>`SELECT status FROM feed_status`.execute(db)
  return rows[0]?.status ?? UNKNOWN
}
