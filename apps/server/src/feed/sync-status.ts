import type { SyncStatus } from '@outlast/contract'
import { currentRound, type Instant, instantToMs, type OpenPool, type ScheduleWeek } from '@outlast/domain'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { planOf, type WeekPlan } from './asked-weeks.ts'
import type { AutoSyncStatus } from './auto-sync.ts'
import { type FeedRequest, readRequests, slateIdsOf, unreadEvents } from './feed-requests.ts'
import { type GameSchedule, PACE, paceAhead, requestIntervalMs } from './request-interval.ts'

export interface SyncStatusDependencies {
  readonly db: Kysely<Tables>
  readonly pool: () => OpenPool
  readonly feed: { readonly baseUrl: string }
  readonly autoSync: boolean
  readonly readStatus: () => Promise<AutoSyncStatus>
}

/** Returns what the automatic sync does for each week of the current season and each other week that it asks for. */
export async function syncStatus(deps: SyncStatusDependencies, now: Instant): Promise<SyncStatus> {
  const pool = deps.pool()
  const [status, requests] = await Promise.all([deps.readStatus(), readRequests(deps.db)])
  const current = currentRound(pool)
  const shown = [...pool.schedule.values()].filter(
    (week) =>
      week.seasonYear === current?.seasonYear || planOf(pool, week, now).asked || (requests.get(week.id)?.error ?? null) !== null,
  )
  const weeks = shown
    .sort((a, b) => a.seasonYear - b.seasonYear || a.weekNumber - b.weekNumber)
    .map((week) => weekStatus(deps, status, requests.get(week.id), week, now))
  const last = [...requests.values()].sort((a, b) => (a.askedAt < b.askedAt ? 1 : -1))[0]
  const isLatest = last !== undefined && (status.lastAsked === null || last.askedAt >= status.lastAsked)
  return {
    auto_sync: deps.autoSync,
    season_year: current?.seasonYear ?? null,
    week_number: current?.weekNumber ?? null,
    last_asked_at: isLatest ? last.askedAt : status.lastAsked,
    last_asked_by: isLatest ? (last.askedBy ?? 'automatic') : status.lastAsked === null ? null : 'automatic',
    last_ok_at: isLatest ? last.okAt : status.lastError === null ? status.lastAsked : null,
    last_error: (isLatest ? last.error : status.lastError?.message) ?? null,
    next_ask_at: status.nextAsk,
    paused: !deps.autoSync ? 'auto_sync_off' : status.paused,
    source_url: deps.feed.baseUrl,
    weeks,
  }
}

function weekStatus(
  { autoSync, pool }: SyncStatusDependencies,
  { weeks = [] }: AutoSyncStatus,
  request: FeedRequest | undefined,
  week: ScheduleWeek,
  now: Instant,
): SyncStatus['weeks'][number] {
  const slates = slateIdsOf(pool(), week.id)
  const games = [...pool().schedule.values()].flatMap((one) => (slates.includes(one.id) ? one.games : []))
  const plan: WeekPlan = autoSync ? planOf(pool(), week, now) : { asked: false, reason: 'auto_sync_off' }
  return {
    week_id: week.id,
    season_year: week.seasonYear,
    week_number: week.weekNumber,
    asked: plan.asked,
    reason: plan.reason,
    every_seconds: plan.asked ? everySeconds(games, plan, now) : null,
    last_asked_at: request?.askedAt ?? null,
    last_asked_by: request === undefined ? null : (request.askedBy ?? 'automatic'),
    last_ok_at: request?.okAt ?? null,
    last_error: request?.error ?? null,
    next_ask_at: plan.asked ? (weeks.find(({ weekId: id }) => slates.includes(id))?.nextAsk ?? null) : null,
    unread: [...unreadEvents(pool(), week.id)(request?.unread ?? [])],
  }
}

function everySeconds(games: readonly GameSchedule[], { reason }: WeekPlan, now: Instant): number {
  const pace = reason === 'ahead' ? paceAhead(PACE) : PACE
  return Math.round(requestIntervalMs(games, instantToMs(now), pace) / 1000)
}
