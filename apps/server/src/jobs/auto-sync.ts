import { type CommandOfType, instantToMs } from '@outlast/domain'
import type { Kysely } from 'kysely'
import type { CommandQueue } from '../commands/queue.ts'
import type { Tables } from '../database/tables.ts'
import { askUnlessHeld } from '../feed/ask-unless-held.ts'
import { type AskedWeek, askedWeeks } from '../feed/asked-weeks.ts'
import { type AutoSyncOptions, type AutoSyncWeek, runAutoSync } from '../feed/auto-sync.ts'
import { fetchScoreboard, type ScoreboardRequest } from '../feed/espn.ts'
import { missingGames, namedParts, readMissing, readRequests, recordRequest, slateIdsOf } from '../feed/feed-requests.ts'
import { heldMs, saveFeedStatus } from '../feed/feed-status.ts'
import type { Pace } from '../feed/request-interval.ts'
import { sleep } from '../lib/wait.ts'
import type { Follower } from '../pool/follower.ts'
import type { Job } from './job.ts'

type SyncOptions = Omit<AutoSyncOptions, 'report' | 'waiter'> & {
  /** Where the status is stored for the admin's page (feed/feed-status.ts). */
  readonly db: Kysely<Tables>
}

/** Runs the sync in one of all processes, at its own pace. */
export function syncJob(options: SyncOptions): Job {
  return {
    name: 'the automatic sync',
    leader: true,
    wakesOn: 'wakes_sync',
    // Only after a failure: the sync runs until the process stops.
    every: 5_000,
    run: (signal, waiter) => runAutoSync({ ...options, waiter, report: (status) => saveFeedStatus(options.db, status) }, signal),
  }
}

interface PoolAutoSyncOptions extends Pick<AutoSyncOptions, 'clock' | 'log'> {
  readonly db: Kysely<Tables>
  readonly follower: Follower
  readonly queue: CommandQueue
  readonly feed: Pick<ScoreboardRequest, 'baseUrl' | 'userAgent'>
  readonly pace?: Pace | undefined
}

/** Syncs the games of the weeks that are played from the feed (`AUTO_SYNC=on`). */
export function poolSyncJob({ db, follower, queue, feed, clock, log, pace }: PoolAutoSyncOptions): Job {
  return syncJob({
    db,
    weeks: () => askedWeeks(follower.pool, clock.now()).flatMap(toAutoSyncWeek),
    askedBefore: async () => new Map([...(await readRequests(db))].map(([id, { askedAt }]) => [id, instantToMs(askedAt)])),
    siteTimeOverridden: () => follower.pool.siteClock.mode !== 'real',
    sync: async ({ weekId, seasonYear, weekNumber }, signal) => {
      await recordRequest(db, slateIdsOf(follower.pool, weekId), null, async () => {
        const scoreboard = await askUnlessHeld(() => fetchScoreboard({ ...feed, seasonYear, week: weekNumber, signal }), {
          heldMs: () => heldMs(db),
          wait: async (ms) => {
            await sleep(ms, signal)
            signal.throwIfAborted()
          },
        })
        const missing = missingGames(follower.pool, weekId, scoreboard)
        const data = { weekId, games: scoreboard.games, missing: await readMissing(db) }
        const command: CommandOfType<'SyncGames'> = { type: 'SyncGames', data }
        const result = await queue.submit({
          envelope: { command, actor: { kind: 'system' } },
          toResponse: ({ reply }) => reply.unread,
        })
        const unread = namedParts(scoreboard, result.ok ? result.response : [], missing)
        if (unread.length > 0) log.warn({ week: weekNumber, unread }, 'The feed contains games that could not be read')
        return { unread }
      })
    },
    clock,
    log,
    ...(pace === undefined ? {} : { pace }),
  })
}

function toAutoSyncWeek({ slates, reason }: AskedWeek): readonly AutoSyncWeek[] {
  const [first] = slates
  if (first === undefined) return []
  const { id: weekId, seasonYear, weekNumber } = first
  return [{ weekId, seasonYear, weekNumber, games: slates.flatMap(({ games }) => games), isAhead: reason === 'ahead' }]
}
