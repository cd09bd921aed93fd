import { automaticLock, currentSiteTime, type Instant, isCalledOff, suggestNextWeek, type WeekId, weekId } from '@outlast/domain'
import { adminEntries } from '@outlast/projections'
import { FeedFailure, feedFailureBody } from '../../feed/failure.ts'
import { type ScoreboardRequest, fetchScoreboard } from '../../feed/espn.ts'
import type { AutoSyncStatus } from '../../feed/auto-sync.ts'
import { handlers, type RequestContext } from '../handler.ts'
import { HttpError } from '../../lib/http-error.ts'
import type { ReadDependencies } from './read-dependencies.ts'

/** Short, because a form waits for the schedule. */
const SCHEDULE_TIMEOUT_MS = 3_000

export interface FeedDependencies extends Pick<ReadDependencies, 'db' | 'pool'> {
  readonly feed: Pick<ScoreboardRequest, 'baseUrl' | 'userAgent'>
  readonly autoSync: boolean
  readonly readStatus: () => Promise<AutoSyncStatus>
}

/** Syncs games from ESPN. The feed is requested before the command is queued, so that a slow feed delays no other command. */
export function feedRoutes(deps: FeedDependencies) {
  return handlers({
    syncGames: async ({ body }, { submit }) => {
      const { season_year, week_number } = body
      const id = weekOf(deps, season_year, week_number)
      const { games, url } = await requestWeek(deps, season_year, week_number)
      const counts = await submit('SyncGames', { weekId: id, games }, { toResponse: ({ reply }) => reply })
      return { status: 200, body: { ...counts, season_year, week_number, source_url: url } }
    },
    finalizeScores: async ({ params }, { submit }) => ({ status: 200, body: await finalize(deps, params.id, submit) }),
    nextWeek: async ({ query }, { now }) => ({ status: 200, body: await nextWeek(deps, query.season, query.week, now) }),
    syncStatus: async () => {
      const status = await deps.readStatus()
      const { currentWeekId } = deps.pool()
      const week = currentWeekId === null ? undefined : deps.pool().weeks.get(currentWeekId)
      return {
        status: 200,
        body: {
          auto_sync: deps.autoSync,
          season_year: week?.seasonYear ?? null,
          week_number: week?.weekNumber ?? null,
          last_asked_at: status.lastAsked,
          last_ok_at: status.lastError === null ? status.lastAsked : null,
          last_error: status.lastError?.message ?? null,
          next_ask_at: status.nextAsk,
          source_url: deps.feed.baseUrl,
        },
      }
    },
  })
}

/** Describes a week of a season, by default the next one. The kickoffs come from the feed if it responds in time and knows them. */
async function nextWeek({ pool, feed }: FeedDependencies, season: number | undefined, week: number | undefined, now: Instant) {
  const { weeks, setup } = pool()
  const next = suggestNextWeek(weeks.values(), setup.seasonYear, currentSiteTime(pool(), now))
  const [seasonYear, weekNumber] = [season ?? next.seasonYear, week ?? next.weekNumber]
  const { games } = await fetchScoreboard({ ...feed, seasonYear, week: weekNumber, timeoutMs: SCHEDULE_TIMEOUT_MS }).catch(
    (error: unknown) => {
      if (error instanceof FeedFailure) return { games: [] }
      throw error
    },
  )
  const kickoffs = games.flatMap((game) => (game.kickoffKnown && !isCalledOff(game) ? [game.kickoff] : [])).sort()
  return {
    season_year: seasonYear,
    week_number: weekNumber,
    lock_time: automaticLock(seasonYear, weekNumber, games),
    source: kickoffs.length === 0 ? ('calendar' as const) : ('feed' as const),
    games: games.length,
    first_kickoff: kickoffs[0] ?? null,
    last_kickoff: kickoffs.at(-1) ?? null,
  }
}

function weekOf({ pool }: FeedDependencies, seasonYear: number, weekNumber: number): WeekId {
  for (const week of pool().weeks.values()) {
    if (week.seasonYear === seasonYear && week.weekNumber === weekNumber) return weekId(week.id)
  }
  throw new HttpError('week_not_found')
}

/** Reads a week from the feed. A failure changes nothing and becomes a 502 with the requested URL (docs/rules.md §4.7). */
async function requestWeek({ feed }: FeedDependencies, seasonYear: number, week: number) {
  try {
    return await fetchScoreboard({ ...feed, seasonYear, week })
  } catch (error) {
    if (!(error instanceof FeedFailure)) throw error
    const { error: message, ...extras } = feedFailureBody(error)
    throw new HttpError('feed_failed', { message, extras })
  }
}

/** *Set All to Final*. The eliminated entries' owners are read afterwards, because names must not be stored with a receipt. */
async function finalize({ db }: FeedDependencies, id: WeekId, submit: RequestContext['submit']) {
  const { updated, eliminated } = await submit('FinalizeScores', { weekId: id }, { toResponse: ({ reply }) => reply })
  const entries = await adminEntries(db, eliminated)
  return {
    updated,
    eliminated_count: eliminated.length,
    eliminated_entries: entries.map(({ id: entryId, name, user_name }) => ({ id: entryId, name, user_name })),
  }
}
