import {
  automaticLock,
  calendarDayOf,
  currentSiteTime,
  type GameId,
  type Instant,
  isCalledOff,
  mainContest,
  type OpenPool,
  type ReplyOf,
  rulesOf,
  RuleViolation,
  scheduleOf,
  type ScheduleWeekId,
  slatesNamed,
  startOfDay,
  suggestNextWeek,
  type WeekId,
  countsAsUnder,
} from '@outlast/domain'
import { type Game, toGame, toWeek, type Week } from '@outlast/contract/rest/weeks'
import type { RouteInput } from '@outlast/contract/routes'
import { compareEntries } from '@outlast/contract/live/order'
import { entriesWith, playerOf } from '@outlast/projections'
import { FeedFailure, feedFailureBody } from '../feed/failure.ts'
import { type ScoreboardRequest, fetchScoreboard } from '../feed/espn.ts'
import { holdAutoSync, releaseAutoSync } from '../feed/feed-status.ts'
import { missingGames, namedParts, readMissing, recordRequest, slateIdsOf, unreadEvents } from '../feed/feed-requests.ts'
import { syncStatus, type SyncStatusDependencies } from '../feed/sync-status.ts'
import { commandCall, previewedCall } from '../http/command-call.ts'
import { handlers } from '../http/handler.ts'
import { HttpError } from '../lib/http-error.ts'
import type { ReadDependencies } from './read-dependencies.ts'

/** Short, because a form waits for the schedule. */
const SCHEDULE_TIMEOUT_MS = 3_000

export interface FeedDependencies extends Pick<ReadDependencies, 'db' | 'reader'>, SyncStatusDependencies {
  readonly feed: Pick<ScoreboardRequest, 'baseUrl' | 'userAgent'>
}

/** Syncs games from ESPN. The feed is requested before the command is queued, so that a slow feed delays no other command. */
export function feedRoutes(deps: FeedDependencies) {
  return handlers({
    syncGames: previewedCall(
      'syncGames',
      ({ body }) => syncCommand(deps, body),
      async ({ body }, { submit, viewer }) => {
        const id = weekOf(deps, body.season_year, body.week_number)
        const by = viewer.kind === 'visitor' ? null : viewer.userId
        const asked = recordRequest(deps.db, slateIdsOf(deps.pool(), id), by, async () => {
          const scoreboard = await fetchScoreboard({ ...deps.feed, seasonYear: body.season_year, week: body.week_number })
          const missing = missingGames(deps.pool(), id, scoreboard)
          const data = { weekId: id, games: scoreboard.games, missing: await readMissing(deps.db) }
          const { unread: held, ...counts } = await submit('SyncGames', data, { toResponse: ({ reply }) => reply })
          return { counts, url: scoreboard.url, unread: namedParts(scoreboard, held, missing) }
        })
        const { counts, url, unread } = await withFeedFailure(asked).finally(() => releaseAutoSync(deps.db))
        return { status: 200, body: { ...counts, ...body, source_url: url, unread: [...unreadEvents(deps.pool(), id)(unread)] } }
      },
    ),
    finalizeScores: commandCall('finalizeScores', {
      toCommand: ({ params, ifMatch }) => ({ type: 'FinalizeScores', data: { weekId: params.id, ifVersion: ifMatch } }),
      toResponse: ({ reply }) => reply,
      answer: async (reply) => ({ status: 200, body: await withEliminated(deps, reply) }),
    }),
    updateGame: commandCall('updateGame', {
      toCommand: ({ params: { id: gameId }, body }) => {
        if (body.source === 'feed') return { type: 'ReturnGame', data: { gameId } }
        const { status, home_score: homeScore, away_score: awayScore, reason } = body
        return { type: 'SetGame', data: { gameId, status, homeScore, awayScore, reason } }
      },
      toResponse: ({ pool }, { params }) => gameOf(pool, params.id),
      answer: async (body) => ({ status: 200, body: await withDecider(deps, body) }),
    }),
    closeWeek: commandCall('closeWeek', {
      toCommand: ({ params, body, ifMatch }) => ({
        type: 'CloseWeek',
        data: { weekId: params.id, reason: body.reason, ifVersion: ifMatch },
      }),
      toResponse: ({ pool }, { params }) => weekOfPool(pool, params.id),
      answer: (body) => ({ status: 200, body, version: body.version }),
    }),
    nextWeek: async ({ query }, { now }) => ({ status: 200, body: await nextWeek(deps, query.season, query.week, now) }),
    syncStatus: async (_input, { now }) => ({ status: 200, body: await syncStatus(deps, now) }),
  })
}

/** Adds who decided. The name is read after the commit, because a receipt must not contain names. */
function withDecider({ reader }: FeedDependencies, body: ReturnType<typeof toGame>): Promise<Game> {
  return reader.read(({ games }) => {
    const [named] = games(body.week_id, [body.id])
    return { ...body, decided_by: body.by_hand ? (named?.decided_by ?? null) : null }
  })
}

function gameOf(pool: OpenPool, id: GameId): ReturnType<typeof toGame> {
  for (const { games, seasonYear } of pool.schedule.values()) {
    const game = games.find((candidate) => candidate.id === id)
    if (game !== undefined) return toGame(game, countsAsUnder(rulesOf(pool, mainContest(seasonYear))))
  }
  throw new RuleViolation('game_not_found')
}

function weekOfPool(pool: OpenPool, id: WeekId): Week {
  const week = pool.rounds.get(id)
  if (week === undefined) throw new RuleViolation('week_not_found')
  return toWeek(pool, week)
}

/**
 * Asks the feed for a week, for a preview. Returns the command with what it answered, and the address that was asked. From before it asks,
 * the automatic sync waits, so that nothing but the admin's answer decides (docs/rules.md §4.7).
 */
async function syncCommand(deps: FeedDependencies, { season_year, week_number }: RouteInput<'syncGames'>['body']) {
  const weekId = weekOf(deps, season_year, week_number)
  await holdAutoSync(deps.db)
  const asked = withFeedFailure(fetchScoreboard({ ...deps.feed, seasonYear: season_year, week: week_number }))
  const { games, url } = await asked.catch(async (error: unknown) => {
    await releaseAutoSync(deps.db)
    throw error
  })
  return { type: 'SyncGames' as const, data: { weekId, games, missing: await readMissing(deps.db) }, url }
}

/** Describes a week of a season, by default the next one. The kickoffs come from the feed if it responds in time and knows them. */
async function nextWeek({ pool, feed }: FeedDependencies, season: number | undefined, week: number | undefined, now: Instant) {
  const { schedule, setup } = pool()
  const next = suggestNextWeek(schedule.values(), setup.seasonYear, currentSiteTime(pool(), now), pool().rules.lock)
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
    lock_time: automaticLock({ seasonYear, weekNumber }, games, rulesOf(pool(), mainContest(seasonYear)).lock),
    source: kickoffs.length === 0 ? ('calendar' as const) : ('feed' as const),
    games: games.length,
    first_kickoff: kickoffs[0] ?? null,
    last_kickoff: kickoffs.at(-1) ?? null,
    days: [...Map.groupBy(kickoffs, calendarDayOf)].map(([day, ofDay]) => ({
      day,
      starts_at: startOfDay(day),
      games: ofDay.length,
    })),
  }
}

function weekOf({ pool }: FeedDependencies, seasonYear: number, weekNumber: number): ScheduleWeekId {
  const season = scheduleOf(pool(), seasonYear)
  const week = season.find((other) => other.weekNumber === weekNumber)
  if (week !== undefined) return week.id
  throw new RuleViolation('week_not_found', slatesNamed(season, weekNumber))
}

/** Waits for an answer of the feed. Its failure becomes a 502 with the requested URL (docs/rules.md §4.7). */
export async function withFeedFailure<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof FeedFailure)) throw error
    const { error: message, ...extras } = feedFailureBody(error)
    throw new HttpError('feed_failed', { message, extras })
  }
}

/** Adds the eliminated entries of *Set All to Final*. They are read after the commit, because a receipt must not contain names. */
function withEliminated({ reader }: FeedDependencies, { updated, eliminated }: ReplyOf<'FinalizeScores'>) {
  return reader.read(({ source }) => ({
    updated,
    eliminated_count: eliminated.length,
    eliminated_entries: entriesWith(source.pool, eliminated)
      .toSorted(compareEntries)
      .map((entry) => ({ id: entry.id, name: entry.name, user_name: playerOf(source.people, entry) })),
  }))
}
