import {
  currentSiteTime,
  dueReminder,
  type Instant,
  type PlannedReminder,
  plannedReminders,
  type Week,
  weekToRemindOf,
} from '@outlast/domain'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { CommandQueue } from '../commands/queue.ts'
import type { Tables } from '../database/tables.ts'
import { connectionConfig } from '../database/pool.ts'
import { createWaiter } from '../lib/wait.ts'
import type { Notifier } from '../notifications/notify.ts'
import { zonesInUse } from '../notifications/preferences.ts'
import { PLANNER, reminderCommand, zonesDone } from '../notifications/send-reminders.ts'
import type { Follower } from '../state/follower.ts'
import { startLeadership } from './leadership.ts'

/** The advisory lock of the process that plans reminders: the ASCII codes of `OUTL`, and a number. */
const REMINDER_LOCK = [0x4f55544c, 2] as const
/** How often the planner checks whether a reminder is due, in milliseconds. */
const CHECK_EVERY_MS = 15_000

/** Events after which another reminder may be due. */
const WAKING_EVENTS: ReadonlySet<string> = new Set([
  'RemindersChanged',
  'LockTimeChanged',
  'CurrentWeekSet',
  'SiteTimeSet',
  'SiteTimeCleared',
  'PoolRulesChanged',
])

interface PlannerOptions {
  readonly db: Kysely<Tables>
  readonly follower: Pick<Follower, 'pool'>
  readonly queue: Pick<CommandQueue, 'submit'>
  readonly notifier: Notifier
  /** The database's time. */
  readonly now: () => Instant
}

/**
 * Sends the reminders that are due. Any number of processes may do this at the same time: what was sent is read and recorded
 * under the append lock.
 */
async function sendDueReminders({ db, follower, queue, notifier, now }: PlannerOptions): Promise<void> {
  const pool = follower.pool
  if (!pool.reminders.enabled) return
  const siteNow = currentSiteTime(pool, now())
  const week = weekToRemindOf(pool, siteNow)
  const planned = week === undefined ? [] : plannedReminders(pool, week)
  if (week === undefined || !planned.some(({ at }) => mayBeDue(at, siteNow))) return
  for (const [reminder, zones] of await dueZones(db, week, planned, siteNow)) {
    const { data, ...rest } = reminderCommand(notifier, { week, offset: reminder.offset, zones, now: now() })
    await queue.submit({
      ...rest,
      envelope: async (tx) => ({ command: { type: 'SendReminders', data: await data(tx) }, actor: PLANNER }),
    })
    notifier.wake()
  }
}

/** Quiet hours only move reminders to later times. */
function mayBeDue(at: Instant, siteNow: Instant): boolean {
  return at <= siteNow
}

/** Returns the due reminders, each with the time zones in which it is due and has not been processed. */
async function dueZones(
  db: Kysely<Tables>,
  week: Week,
  planned: readonly PlannedReminder[],
  siteNow: Instant,
): Promise<ReadonlyMap<PlannedReminder, readonly string[]>> {
  const due = Map.groupBy(await zonesInUse(db), (zone) => dueReminder(planned, siteNow, zone))
  const left = new Map<PlannedReminder, readonly string[]>()
  for (const [reminder, zones] of due) {
    if (reminder === undefined) continue
    const done = new Set(await zonesDone(db, week, String(reminder.offset)))
    const open = zones.filter((zone) => !done.has(zone))
    if (open.length > 0) left.set(reminder, open)
  }
  return left
}

interface ElectedPlannerOptions extends Omit<PlannerOptions, 'follower'> {
  readonly connectionString: string
  readonly follower: Pick<Follower, 'pool' | 'onEvent'>
  readonly log: Pick<Logger, 'info' | 'warn'>
}

/** Sends reminders in one of all processes that call this; another one takes over when it stops. */
export function startReminderPlanner(options: ElectedPlannerOptions): { readonly stop: () => Promise<void> } {
  const waiter = createWaiter()
  const leadership = startLeadership({
    connection: connectionConfig({
      connectionString: options.connectionString,
      max: 1,
      applicationName: 'outlast-reminders',
      onError: () => {},
    }),
    key: REMINDER_LOCK,
    job: 'the reminders',
    log: options.log,
    lead: async (signal) => {
      while (!signal.aborted) {
        await sendDueReminders(options).catch((error: unknown) =>
          options.log.warn({ err: error }, 'Sending reminders failed and will be retried'),
        )
        await waiter.wait(CHECK_EVERY_MS, signal)
      }
    },
  })
  options.follower.onEvent(({ type }) => {
    if (WAKING_EVENTS.has(type)) waiter.wake()
  })
  return { stop: () => leadership.stop() }
}
