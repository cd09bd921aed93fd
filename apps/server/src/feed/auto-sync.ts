import type { Instant, WeekId } from '@outlast/domain'
import { instantFromMs } from '@outlast/domain'
import type { Logger } from 'pino'
import type { Clock } from '../lib/clock.ts'
import { createWaiter } from '../lib/wait.ts'
import { FeedFailure } from './failure.ts'
import { requestIntervalMs, PACE, retryIntervalMs, withJitter, type GameSchedule, type Pace } from './request-interval.ts'

export interface AutoSyncWeek {
  readonly weekId: WeekId
  readonly seasonYear: number
  readonly weekNumber: number
  readonly games: readonly GameSchedule[]
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
}

interface AutoSyncError {
  readonly at: Instant
  readonly message: string
  readonly url: string | null
  readonly details: string | null
}

export interface AutoSyncOptions {
  /** Reads the week from memory; called every few seconds. */
  readonly currentWeek: () => AutoSyncWeek | undefined
  /** Whether an admin has overridden the site time. */
  readonly siteTimeOverridden: () => boolean
  /** Requests the feed and records its games. May reject with a `FeedFailure` or any other error; both are reported. */
  readonly sync: (week: AutoSyncWeek, signal: AbortSignal) => Promise<void>
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
  readonly weekId: WeekId
  readonly atMs: number
  readonly failures: number
  readonly error: AutoSyncError | null
  /** Drawn once per request, so that repeated checks return the same due time. */
  readonly jitter: number
}

/**
 * Requests the current week from the feed, repeatedly, until the signal aborts. Never rejects: errors are reported and the
 * request is retried.
 *
 * It uses real time, because the games take place in real time whatever the site time is. It is paused while an admin
 * overrides the site time, because an override is a rehearsal: real scores would overwrite randomized ones, or arrive
 * before the rehearsed lock. The sync button still works. After the override is cleared, or when another week becomes the
 * current one, it sends a request at once.
 */
export async function runAutoSync(deps: AutoSyncOptions, signal: AbortSignal): Promise<void> {
  const waiter = deps.waiter ?? createWaiter()
  const { liveMs } = deps.pace ?? PACE
  const report = reporterOf(deps)
  let last: LastRequest | undefined
  while (!signal.aborted) {
    const step = nextStep(deps, last)
    if (step.kind === 'request') {
      last = await sendRequest(deps, step.week, last, signal)
    } else if (step.kind === 'wait') {
      await report(statusOf(last, step.dueMs, null))
      // Wait only briefly, since the games, the current week or the site time may change meanwhile.
      await waiter.wait(Math.min(step.dueMs - deps.clock.nowMs(), liveMs), signal)
    } else {
      await report(statusOf(last, null, step.reason))
      last = last === undefined ? undefined : { ...last, weekId: NO_WEEK }
      await waiter.wait(liveMs, signal)
    }
  }
}

type Step =
  | { readonly kind: 'paused'; readonly reason: AutoSyncPause }
  | { readonly kind: 'wait'; readonly dueMs: number }
  | { readonly kind: 'request'; readonly week: AutoSyncWeek }

function nextStep(deps: AutoSyncOptions, last: LastRequest | undefined): Step {
  const week = deps.currentWeek()
  if (week === undefined) return { kind: 'paused', reason: 'no_current_week' }
  if (deps.siteTimeOverridden()) return { kind: 'paused', reason: 'site_time_override' }
  if (last === undefined || last.weekId !== week.weekId) return { kind: 'request', week }
  const dueMs = dueAfter(last, week, deps.pace ?? PACE)
  return dueMs > deps.clock.nowMs() ? { kind: 'wait', dueMs } : { kind: 'request', week }
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

/** The id of no existing week, so that a request is sent at once after a pause. */
const NO_WEEK = 0 as WeekId

function dueAfter(last: LastRequest, week: AutoSyncWeek, pace: Pace): number {
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
  const request = { weekId: week.weekId, atMs, jitter }
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

function statusOf(last: LastRequest | undefined, dueMs: number | null, paused: AutoSyncPause | null): AutoSyncStatus {
  return {
    lastAsked: last === undefined ? null : instantFromMs(last.atMs),
    nextAsk: dueMs === null ? null : instantFromMs(dueMs),
    paused,
    failures: last?.failures ?? 0,
    lastError: last?.error ?? null,
  }
}
