import { type CommandOfType, currentWeek } from '@outlast/domain'
import type { Kysely } from 'kysely'
import type { CommandQueue } from '../commands/queue.ts'
import { connectionConfig } from '../database/pool.ts'
import type { Tables } from '../database/tables.ts'
import { type AutoSyncOptions, runAutoSync } from '../feed/auto-sync.ts'
import { fetchScoreboard, type ScoreboardRequest } from '../feed/espn.ts'
import { saveFeedStatus } from '../feed/feed-status.ts'
import type { Pace } from '../feed/request-interval.ts'
import { createWaiter } from '../lib/wait.ts'
import type { Follower } from '../state/follower.ts'
import { type LeadershipOptions, startLeadership } from './leadership.ts'

/** The advisory lock of the process that requests the feed: the ASCII codes of `OUTL`, and a number. */
const FEED_LOCK = [0x4f55544c, 1] as const

/** Events after which the next request may be due at another time or for another week. */
const WAKING_EVENTS: ReadonlySet<string> = new Set([
  'CurrentWeekSet',
  'SiteTimeSet',
  'SiteTimeCleared',
  'GamesSynced',
  'WeekAdded',
])

/** The automatic sync in one of many processes. */
interface AutoSync {
  /** Returns whether this process is the one that requests the feed. */
  isLeader(): boolean
  /** Checks at once whether a request is due. Optional: the loop would notice within seconds. */
  wake(): void
  /** Finishes a request in progress, and leaves the sync to another process. */
  stop(): Promise<void>
}

interface ElectedAutoSyncOptions
  extends Omit<AutoSyncOptions, 'report' | 'waiter'>, Pick<LeadershipOptions, 'connection' | 'retryMs'> {
  /** Where the status is stored for the admin's page (feed/feed-status.ts). */
  readonly db: Kysely<Tables>
}

/** Runs the sync in one of all processes that call this; another one takes over when it stops. */
export function startElectedAutoSync(options: ElectedAutoSyncOptions): AutoSync {
  const waiter = createWaiter()
  const leadership = startLeadership({
    connection: options.connection,
    key: FEED_LOCK,
    job: 'the automatic sync',
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

interface PoolAutoSyncOptions extends Pick<AutoSyncOptions, 'clock' | 'log'> {
  readonly connectionString: string
  readonly db: Kysely<Tables>
  readonly follower: Follower
  readonly queue: CommandQueue
  readonly feed: Pick<ScoreboardRequest, 'baseUrl' | 'userAgent'>
  readonly pace?: Pace | undefined
}

/** Syncs the games of the pool's current week from the feed (`AUTO_SYNC=on`). */
export function startPoolAutoSync({
  connectionString,
  db,
  follower,
  queue,
  feed,
  clock,
  log,
  pace,
}: PoolAutoSyncOptions): AutoSync {
  const sync = startElectedAutoSync({
    connection: connectionConfig({ connectionString, max: 1, applicationName: 'outlast-feed', onError: () => {} }),
    db,
    currentWeek: () => {
      const week = currentWeek(follower.pool)
      return week && { weekId: week.id, seasonYear: week.seasonYear, weekNumber: week.weekNumber, games: week.games }
    },
    siteTimeOverridden: () => follower.pool.siteClock.mode !== 'real',
    sync: async ({ weekId, seasonYear, weekNumber }, signal) => {
      const { games, skipped } = await fetchScoreboard({ ...feed, seasonYear, week: weekNumber, signal })
      if (skipped.length > 0) log.warn({ skipped }, 'The feed contains games that could not be parsed')
      const command: CommandOfType<'SyncGames'> = { type: 'SyncGames', data: { weekId, games } }
      await queue.submit({ envelope: { command, actor: { kind: 'system' } }, toResponse: () => null })
    },
    clock,
    log,
    ...(pace === undefined ? {} : { pace }),
  })
  follower.onEvent(({ type }) => {
    if (WAKING_EVENTS.has(type)) sync.wake()
  })
  return sync
}
