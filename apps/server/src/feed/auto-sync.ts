import type { Instant, WeekId } from '@outlast/domain'
import { instantFromMs } from '@outlast/domain'
import type { Logger } from 'pino'
import type { Clock } from '../lib/clock.ts'
import { createWaiter } from '../lib/wait.ts'
import { FeedFailure } from './failure.ts'
import {
  type GameSchedule,
  paceAhead,
  requestIntervalMs,
  PACE,
  retryIntervalMs,
  withJitter,
  type Pace,
} from './request-interval.ts'

export interface AutoSyncWeek {
  /** The first one of the slates. */
  readonly weekId: WeekId
  readonly seasonYear: number
  readonly weekNumber: number
  /** Those of all slates. */
  readonly games: readonly GameSchedule[]
  /** Whether only its lock is ahead, so that it can wait: for others, and until the feed answers again. */
  readonly isAhead: boolean
}

/** Why the automatic sync sends no requests. */
type AutoSyncPause = 'no_current_week' | 'site_time_override'

/** The status of the automatic sync, stored as JSON for the admin's page. */
export interface AutoSyncStatus {
  readonly lastAsked: Instant | null
  /** Null while paused. */
  readonly nextAsk: Instant | null
  readonly paused: AutoSyncPause | null
  /** Failed requests since the last successful one. */
  readonly failures: number
  /** Null after a successful request. */
  readonly lastError: AutoSyncError | null
  /** When each week that is asked for is next due. Absent in a status that an older version stored. */
  readonly weeks?: readonly { readonly weekId: WeekId; readonly nextAsk: Instant }[]
}

interface AutoSyncError {
  readonly at: Instant
  readonly message: string
  readonly url: string | null
  readonly details: string | null
}

export interface AutoSyncOptions {
  /** Reads the weeks to ask for from memory; called every few seconds. */
  readonly weeks: () => readonly AutoSyncWeek[]
  /** Whether an admin has overridden the site time. */
  readonly siteTimeOverridden: () => boolean
  /** Requests the feed and records its games. May reject with a `FeedFailure` or any other error; both are reported. */
  readonly sync: (week: AutoSyncWeek, signal: AbortSignal) => Promise<void>
  /** When each week was last asked for before the process started. */
  readonly askedBefore?: () => Promise<ReadonlyMap<WeekId, number>>
  /** Called when the status changes. An error is logged. */
  readonly report: (status: AutoSyncStatus) => Promise<void>
  /** For the metrics. */
  readonly onRequest?: (outcome: 'ok' | 'failed') => void
  readonly clock: Clock
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
  readonly pace?: Pace
  readonly random?: () => number
  readonly waiter?: ReturnType<typeof createWaiter>
}

interface LastRequest {
  readonly atMs: number
  readonly failures: number
  readonly error: AutoSyncError | null
  /** Drawn once per request, so that repeated checks return the same due time. */
  readonly jitter: number
}

/** The last request for each week that is asked for, and the last of all. */
interface Requests {
  readonly byWeek: ReadonlyMap<WeekId, LastRequest>
  readonly latest: LastRequest | undefined
  /** How many requests have failed since the last one that succeeded, for whichever week. */
  readonly failures: number
}

/**
 * Requests weeks from the feed, each at its own interval and one at a time, until the signal aborts. Never rejects: errors are reported
 * and the request is retried.
 *
 * It uses real time, because the games take place in real time whatever the site time is. While an admin overrides the site time, only
 * weeks whose games have kicked off in real time are asked for: an override is a rehearsal, and the other scores would arrive before the
 * rehearsed lock. A week that is asked for again is requested at once.
 *
 * Weeks that are still to come never delay another one: their requests are spaced, also those of many weeks that are added at once, and wait
 * while the feed fails.
 */
export async function runAutoSync(deps: AutoSyncOptions, signal: AbortSignal): Promise<void> {
  const waiter = deps.waiter ?? createWaiter()
  const { liveMs } = deps.pace ?? PACE
  const report = reporterOf(deps)
  let requests: Requests = { byWeek: await requestsBefore(deps), latest: undefined, failures: 0 }
  while (!signal.aborted) {
    const due = dueWeeks(deps, requests)
    const nowMs = deps.clock.nowMs()
    const ready = due.filter(({ dueMs }) => dueMs <= nowMs)
    const first = ready.find(({ week }) => !week.isAhead) ?? ready[0] ?? due[0]
    if (first !== undefined && first.dueMs <= nowMs) {
      const sent = await sendRequest(deps, first.week, requests.byWeek.get(first.week.weekId), signal)
      const asked = due.flatMap(({ week: { weekId } }) => {
        const last = weekId === first.week.weekId ? sent : requests.byWeek.get(weekId)
        return last === undefined ? [] : [[weekId, last] as const]
      })
      requests = { byWeek: new Map(asked), latest: sent, failures: sent.error === null ? 0 : requests.failures + 1 }
    } else {
      await report(statusOf(requests, due, first === undefined ? pauseOf(deps) : null))
      if (first === undefined) requests = { ...requests, byWeek: new Map() }
      // Wait only briefly, since the games, the current week or the site time may change meanwhile.
      await waiter.wait(first === undefined ? liveMs : Math.min(first.dueMs - nowMs, liveMs), signal)
    }
  }
}

interface DueWeek {
  readonly week: AutoSyncWeek
  readonly dueMs: number
}

/** Weeks that are still to come are not asked for again because the process, or another leader, has just started. */
async function requestsBefore({ weeks, askedBefore, log, random }: AutoSyncOptions): Promise<Requests['byWeek']> {
  try {
    const before = (await askedBefore?.()) ?? new Map<WeekId, number>()
    const known = weeks().flatMap(({ weekId, isAhead }) => {
      const atMs = before.get(weekId)
      const jitter = (random ?? Math.random)()
      return isAhead && atMs !== undefined ? [[weekId, { atMs, failures: 0, error: null, jitter }] as const] : []
    })
    return new Map(known)
  } catch (error) {
    log.warn({ err: error }, 'Reading the last feed requests failed')
    return new Map()
  }
}

/** Returns the weeks to ask for, the next one first. A week without a request is due at once. */
function dueWeeks(deps: AutoSyncOptions, requests: Requests): readonly DueWeek[] {
  const pace = deps.pace ?? PACE
  const due = deps.weeks().map((week) => {
    const last = requests.byWeek.get(week.weekId)
    const dueMs = last === undefined ? -Infinity : dueAfter(last, week, pace)
    return { week, dueMs: week.isAhead ? Math.max(dueMs, dueAhead(requests, pace)) : dueMs }
  })
  return due.sort((a, b) => (a.dueMs === b.dueMs ? 0 : a.dueMs - b.dueMs))
}

/** Returns from when on a week that is still to come can be asked for, after the last request for any week. */
function dueAhead({ latest, failures }: Requests, pace: Pace): number {
  if (latest === undefined) return -Infinity
  return (
    latest.atMs + (failures === 0 ? pace.spacingMs : withJitter(retryIntervalMs(failures, pace.aheadMs, pace), latest.jitter))
  )
}

function pauseOf(deps: AutoSyncOptions): AutoSyncPause {
  return deps.siteTimeOverridden() ? 'site_time_override' : 'no_current_week'
}

/** Returns a function that reports a status if it differs from the last one. */
function reporterOf(deps: AutoSyncOptions): (status: AutoSyncStatus) => Promise<void> {
  let reported = ''
  return async (status) => {
    const text = JSON.stringify(status)
    if (text === reported) return
    reported = text
    try {
      await deps.report(status)
    } catch (error) {
      deps.log.warn({ err: error }, 'Saving the automatic sync status failed')
    }
  }
}

function dueAfter(last: LastRequest, week: AutoSyncWeek, usual: Pace): number {
  const pace = week.isAhead ? paceAhead(usual) : usual
  const interval = requestIntervalMs(week.games, last.atMs, pace)
  const wait = last.failures === 0 ? interval : retryIntervalMs(last.failures, interval, pace)
  return last.atMs + withJitter(wait, last.jitter)
}

async function sendRequest(
  deps: AutoSyncOptions,
  week: AutoSyncWeek,
  last: LastRequest | undefined,
  signal: AbortSignal,
): Promise<LastRequest> {
  const atMs = deps.clock.nowMs()
  const jitter = (deps.random ?? Math.random)()
  const request = { atMs, jitter }
  const failures = last?.failures ?? 0
  try {
    await deps.sync(week, signal)
    deps.onRequest?.('ok')
    if (failures > 0) deps.log.info({ failures }, 'Feed requests succeed again')
    return { ...request, failures: 0, error: null }
  } catch (error) {
    if (signal.aborted) return { ...request, failures, error: last?.error ?? null }
    deps.onRequest?.('failed')
    const reported = errorOf(error, deps.clock.now())
    deps.log.warn(
      { ...reported, failures: failures + 1, ...(error instanceof FeedFailure ? {} : { err: error }) },
      'Automatic sync failed',
    )
    return { ...request, failures: failures + 1, error: reported }
  }
}

/** Returns the error for the admin's page. Only a failure of the feed is shown in full; other errors are only logged. */
function errorOf(error: unknown, at: Instant): AutoSyncError {
  if (error instanceof FeedFailure) return { at, message: error.message, url: error.url, details: error.details }
  return { at, message: 'The answer could not be recorded', url: null, details: null }
}

function statusOf({ latest }: Requests, due: readonly DueWeek[], paused: AutoSyncPause | null): AutoSyncStatus {
  const weeks = due.map(({ week: { weekId }, dueMs }) => ({ weekId, nextAsk: instantFromMs(dueMs) }))
  return {
    lastAsked: latest === undefined ? null : instantFromMs(latest.atMs),
    nextAsk: weeks[0]?.nextAsk ?? null,
    paused,
    failures: latest?.failures ?? 0,
    lastError: latest?.error ?? null,
    weeks,
  }
}
