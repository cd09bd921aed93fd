import type { Instant, WeekId } from '@outlast/domain'
import { instantFromMs } from '@outlast/domain'
import type { Logger } from 'pino'
import type { Clock } from '../lib/clock.ts'
import { createWaiter } from '../lib/waiter.ts'
import { FeedFailure } from './failure.ts'
import { requestIntervalMs, PACE, retryIntervalMs, withJitter, type GameSchedule, type Pace } from './request-interval.ts'

/** The week that is asked for. */
export interface AutoSyncWeek {
  readonly weekId: WeekId
  readonly seasonYear: number
  readonly weekNumber: number
  readonly games: readonly GameSchedule[]
}

/** Why nothing is asked at the moment. */
export type AutoSyncPause = 'no_current_week' | 'site_time_override'

/** How the automatic sync stands, for the admin's page. */
export interface AutoSyncStatus {
  readonly lastAsked: Instant | null
  /** Null while paused. */
  readonly nextAsk: Instant | null
  readonly paused: AutoSyncPause | null
  /** Questions that failed since the last good answer. */
  readonly failures: number
  /** Null again after a good answer. */
  readonly lastError: AutoSyncError | null
}

export interface AutoSyncError {
  readonly at: Instant
  readonly message: string
  readonly url: string | null
  readonly details: string | null
}

/** What the automatic sync works with; it knows neither the queue nor the database. */
export interface AutoSyncOptions {
  /** From memory: it is looked at every few seconds. */
  readonly currentWeek: () => AutoSyncWeek | undefined
  /** Whether an admin's site-time override stands. */
  readonly siteTimeOverridden: () => boolean
  /** Asks the feed and queues what came back. Rejects with a `FeedFailure`, or anything else; both are reported. */
  readonly sync: (week: AutoSyncWeek, signal: AbortSignal) => Promise<void>
  /** Called when the status changes. Its failure is logged. */
  readonly report: (status: AutoSyncStatus) => Promise<void>
  /** For the metrics. */
  readonly onAsked?: (outcome: 'ok' | 'failed') => void
  readonly clock: Clock
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
  readonly pace?: Pace
  readonly random?: () => number
  readonly waiter?: ReturnType<typeof createWaiter>
}

interface Asked {
  readonly weekId: WeekId
  readonly atMs: number
  readonly failures: number
  readonly error: AutoSyncError | null
  /** Drawn once per question, so that looking again does not move the next one. */
  readonly jitter: number
}

/**
 * Asks the feed for the current week, again and again, until the signal aborts. Never rejects: whatever fails is
 * reported and tried again.
 *
 * It lives by real time, since the feed does: which games are on has nothing to do with the pool's site time. While an
 * admin's site-time override stands it is paused, because an override is a rehearsal: the real world's scores would
 * overwrite randomized ones, or bring a past week's finals before its rehearsed lock. The sync button still works, and
 * clearing the override asks at once. A week that has just become the current one is asked for at once, too.
 */
export async function runAutoSync(deps: AutoSyncOptions, signal: AbortSignal): Promise<void> {
  const waiter = deps.waiter ?? createWaiter()
  const { liveMs } = deps.pace ?? PACE
  const report = reporterOf(deps)
  let asked: Asked | undefined
  while (!signal.aborted) {
    const turn = nextTurn(deps, asked)
    if (turn.kind === 'ask') {
      asked = await ask(deps, turn.week, asked, signal)
    } else if (turn.kind === 'wait') {
      await report(statusOf(asked, turn.dueMs, null))
      // Never long: the week's games, the week itself or the site time may change meanwhile.
      await waiter.wait(Math.min(turn.dueMs - deps.clock.nowMs(), liveMs), signal)
    } else {
      await report(statusOf(asked, null, turn.why))
      asked = asked === undefined ? undefined : { ...asked, weekId: NO_WEEK }
      await waiter.wait(liveMs, signal)
    }
  }
}

type Turn =
  | { readonly kind: 'paused'; readonly why: AutoSyncPause }
  | { readonly kind: 'wait'; readonly dueMs: number }
  | { readonly kind: 'ask'; readonly week: AutoSyncWeek }

function nextTurn(deps: AutoSyncOptions, asked: Asked | undefined): Turn {
  const week = deps.currentWeek()
  if (week === undefined) return { kind: 'paused', why: 'no_current_week' }
  if (deps.siteTimeOverridden()) return { kind: 'paused', why: 'site_time_override' }
  if (asked === undefined || asked.weekId !== week.weekId) return { kind: 'ask', week }
  const dueMs = dueAfter(asked, week, deps.pace ?? PACE)
  return dueMs > deps.clock.nowMs() ? { kind: 'wait', dueMs } : { kind: 'ask', week }
}

/** Reports what differs from the report before. */
function reporterOf(deps: AutoSyncOptions): (status: AutoSyncStatus) => Promise<void> {
  let reported = ''
  return async (status) => {
    const text = JSON.stringify(status)
    if (text === reported) return
    reported = text
    try {
      await deps.report(status)
    } catch (error) {
      deps.log.warn({ err: error }, 'the state of the automatic sync could not be saved')
    }
  }
}

/** No week has this id: what was asked before a pause is asked again after it. */
const NO_WEEK = 0 as WeekId

function dueAfter(asked: Asked, week: AutoSyncWeek, pace: Pace): number {
  const interval = requestIntervalMs(week.games, asked.atMs, pace)
  const wait = asked.failures === 0 ? interval : retryIntervalMs(asked.failures, interval, pace)
  return asked.atMs + withJitter(wait, asked.jitter)
}

async function ask(deps: AutoSyncOptions, week: AutoSyncWeek, before: Asked | undefined, signal: AbortSignal): Promise<Asked> {
  const atMs = deps.clock.nowMs()
  const jitter = (deps.random ?? Math.random)()
  const asked = { weekId: week.weekId, atMs, jitter }
  const failures = before?.failures ?? 0
  try {
    await deps.sync(week, signal)
    deps.onAsked?.('ok')
    if (failures > 0) deps.log.info({ failures }, 'the feed answers again')
    return { ...asked, failures: 0, error: null }
  } catch (error) {
    if (signal.aborted) return { ...asked, failures, error: before?.error ?? null }
    deps.onAsked?.('failed')
    const told = errorOf(error, deps.clock.now())
    deps.log.warn(
      { ...told, failures: failures + 1, ...(error instanceof FeedFailure ? {} : { err: error }) },
      'the automatic sync failed',
    )
    return { ...asked, failures: failures + 1, error: told }
  }
}

/** The feed's own failures in its words; anything else is ours, and stays in the log. */
function errorOf(error: unknown, at: Instant): AutoSyncError {
  if (error instanceof FeedFailure) return { at, message: error.message, url: error.url, details: error.details }
  return { at, message: 'The answer could not be recorded', url: null, details: null }
}

function statusOf(asked: Asked | undefined, dueMs: number | null, paused: AutoSyncPause | null): AutoSyncStatus {
  return {
    lastAsked: asked === undefined ? null : instantFromMs(asked.atMs),
    nextAsk: dueMs === null ? null : instantFromMs(dueMs),
    paused,
    failures: asked?.failures ?? 0,
    lastError: asked?.error ?? null,
  }
}
