import { type CommandOfType, currentWeek } from '@outlast/domain'
import type { Clock } from '../lib/clock.ts'
import { connectionConfig } from '../database/pool.ts'
import { fetchScoreboard } from '../feed/espn.ts'
import type { Pace } from '../feed/next-ask.ts'
import { type AutoSync, startAutoSync } from '../jobs/start-auto-sync.ts'
import type { ServerParts } from './dependencies.ts'
import { feedQuestion } from './routes.ts'

export interface AutoSyncParts extends Pick<ServerParts, 'config' | 'connectionString' | 'log' | 'running'> {
  readonly clock: Clock
  readonly pace?: Pace | undefined
}

/** Asks the feed by itself for the current week's games, from one process of many; a failure is reported and tried again. */
export function syncByItself({ config, connectionString, log, running, clock, pace }: AutoSyncParts): AutoSync {
  const { follower, queue, db } = running
  const sync = startAutoSync({
    connection: connectionConfig({ connectionString, max: 1, applicationName: 'outlast-feed', onError: () => {} }),
    db,
    currentWeek: () => {
      const week = currentWeek(follower.pool)
      return week && { weekId: week.id, seasonYear: week.seasonYear, weekNumber: week.weekNumber, games: week.games }
    },
    siteTimeOverridden: () => follower.pool.siteClock.mode !== 'real',
    sync: async ({ weekId, seasonYear, weekNumber }, signal) => {
      const { games, skipped } = await fetchScoreboard({ ...feedQuestion({ config }), seasonYear, week: weekNumber, signal })
      if (skipped.length > 0) log.warn({ skipped }, 'the feed told games that could not be read')
      const command: CommandOfType<'SyncGames'> = { type: 'SyncGames', data: { weekId, games } }
      await queue.submit({ sent: { command, actor: { kind: 'system' } }, answer: () => null })
    },
    clock,
    log,
    ...(pace === undefined ? {} : { pace }),
  })
  follower.onEvent(({ type }) => {
    if (WAKES.has(type)) sync.wake()
  })
  return sync
}

/** After these, what is asked, or whether, may be different. */
const WAKES: ReadonlySet<string> = new Set(['CurrentWeekSet', 'SiteTimeSet', 'SiteTimeCleared', 'GamesSynced', 'WeekAdded'])
