import {
  currentSiteTime,
  dueReminder,
  type Instant,
  type PlannedReminder,
  plannedReminders,
  weekToRemindOf,
} from '@outlast/domain'
import type { Kysely } from 'kysely'
import type { CommandQueue } from '../commands/queue.ts'
import type { Tables } from '../database/tables.ts'
import type { Notifier } from '../messages/notify.ts'
import { zonesInUse } from '../messages/preferences.ts'
import { PLANNER, reminderCommand, type WeekReminders, zonesDone } from '../messages/send-reminders.ts'
import type { Follower } from '../pool/follower.ts'
import type { Job } from './job.ts'

/** How often the planner checks whether a reminder is due, in milliseconds. */
const CHECK_EVERY_MS = 15_000

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
  const isRehearsal = pool.siteClock.mode !== 'real'
  const week = weekToRemindOf(pool, siteNow)
  const planned = week === undefined ? [] : plannedReminders(pool, week)
  if (week === undefined || !planned.some(({ at }) => mayBeDue(at, siteNow))) return
  for (const [reminder, zones] of await dueZones(db, { isRehearsal, week }, planned, siteNow)) {
    const { data, ...rest } = reminderCommand(notifier, { isRehearsal, week, offset: reminder.offset, zones, now: now() })
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
  of: WeekReminders,
  planned: readonly PlannedReminder[],
  siteNow: Instant,
): Promise<ReadonlyMap<PlannedReminder, readonly string[]>> {
  const due = Map.groupBy(await zonesInUse(db), (zone) => dueReminder(planned, siteNow, zone))
  const left = new Map<PlannedReminder, readonly string[]>()
  for (const [reminder, zones] of due) {
    if (reminder === undefined) continue
    const done = new Set(await zonesDone(db, { ...of, reminder: String(reminder.offset) }))
    const open = zones.filter((zone) => !done.has(zone))
    if (open.length > 0) left.set(reminder, open)
  }
  return left
}

/** Sends the reminders that are due, in one of all processes. */
export function reminderJob(options: PlannerOptions): Job {
  return {
    name: 'the reminders',
    leader: true,
    wakesOn: 'wakes_reminders',
    every: CHECK_EVERY_MS,
    run: () => sendDueReminders(options),
  }
}
