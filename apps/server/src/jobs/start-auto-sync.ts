import type { QueryExecutorProvider } from 'kysely'
import { createWaiter } from '../lib/waiter.ts'
import { runAutoSync, type AutoSyncDeps } from '../feed/auto-sync.ts'
import { saveFeedStatus } from '../feed/feed-status.ts'
import { startLeadership, type LeadershipOptions } from './leadership.ts'

/** The advisory lock of whoever asks the feed: `OUTL` and a number. */
const FEED_LOCK = [0x4f55544c, 1] as const

export interface StartAutoSyncOptions
  extends Omit<AutoSyncDeps, 'report' | 'waiter'>, Pick<LeadershipOptions, 'connection' | 'retryMs'> {
  /** Where the state is kept for the admin's page (see feed-status.ts). */
  readonly db: QueryExecutorProvider
}

/** The automatic sync in one of many processes. */
export interface AutoSync {
  /** Whether this process is the one that asks. */
  isLeader(): boolean
  /** Looks again now: the week, its games or the site time changed. Not needed, only faster. */
  wake(): void
  /** Lets a question under way end, and leaves the asking to another process. */
  stop(): Promise<void>
}

/** Starts it: one process of all that do asks, and another takes over when that one goes (`AUTO_SYNC=on`). */
export function startAutoSync(options: StartAutoSyncOptions): AutoSync {
  const waiter = createWaiter()
  const leadership = startLeadership({
    connection: options.connection,
    key: FEED_LOCK,
    log: options.log,
    ...(options.retryMs === undefined ? {} : { retryMs: options.retryMs }),
    lead: (signal) => runAutoSync({ ...options, waiter, report: (status) => saveFeedStatus(options.db, status) }, signal),
  })
  return {
    isLeader: () => leadership.isLeader(),
    wake: () => waiter.wake(),
    stop: () => leadership.stop(),
  }
}
