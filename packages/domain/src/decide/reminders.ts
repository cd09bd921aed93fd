import { createEvent } from '../events/events.ts'
import { visibleTo } from '../hidden.ts'
import { type Instant, instantToMs } from '../values/instant.ts'
import { dueReminder, membersWithoutPick, plannedReminders, weekToRemindOf } from './plan-reminders.ts'
import { currentRound } from '../state/state.ts'
import { RuleViolation } from '../events/violation.ts'
import { accept, type Decider, type DecisionContext, reject } from './context.ts'

const MANUAL_EVERY_MS = 3_600_000
const MINUTE_MS = 60_000

export const changeReminders: Decider<'ChangeReminders'> = (state, change) => {
  const { enabled, hoursBefore } = state.reminders
  const after = {
    enabled: change.enabled ?? enabled,
    hoursBefore: change.hoursBefore === undefined ? hoursBefore : [...new Set(change.hoursBefore)].sort((a, b) => b - a),
  }
  const isSame = after.enabled === enabled && after.hoursBefore.join() === hoursBefore.join()
  return accept(...(isSame ? [] : [createEvent('RemindersChanged', after)]))
}

/**
 * Records one reminder of a week, and returns those of the given members who still have not picked (docs/rules.md §15). The
 * judgement is made here, under the append lock: a member who has picked before is not reminded. A reminder that is not due any more,
 * because the lock moved or another process was faster, records nothing.
 */
export const sendReminders: Decider<'SendReminders'> = (
  state,
  { weekId, offset, members, zones, lastByHandAt = null },
  context,
) => {
  if (!state.reminders.enabled) throw new RuleViolation('reminders_off')
  if (currentRound(state) === undefined) throw new RuleViolation('no_current_week')
  const week = weekToRemindOf(state, context.siteNow)
  if (week === undefined || week.id !== weekId) return reject('week_locked')
  const isByHand = offset === 'manual' || offset === 'member'
  if (isByHand) requireHourSince(offset === 'manual' ? state.reminders.lastManualAt : lastByHandAt, context)
  const planned = plannedReminders(state, week)
  const due = new Set(zones.filter((zone) => dueReminder(planned, context.siteNow, zone)?.offset === offset))
  if (!isByHand && due.size === 0) return { events: [], reply: { members: [], zones: [] } }
  const withoutPick = membersWithoutPick(visibleTo(state, context.actor), week, context.siteNow)
  const reminded = members.flatMap(({ userId, timeZone }) => {
    const entryIds = isByHand || due.has(timeZone) ? withoutPick.get(userId) : undefined
    return entryIds === undefined ? [] : [{ userId, entryIds }]
  })
  return {
    events: [createEvent('ReminderSent', { weekId, offset, members: reminded.length })],
    reply: { members: reminded, zones: [...due] },
  }
}

function requireHourSince(last: Instant | null, { now }: DecisionContext): void {
  const wait = last === null ? 0 : instantToMs(last) + MANUAL_EVERY_MS - instantToMs(now)
  if (wait <= 0) return
  throw new RuleViolation('reminded_recently', { minutes: Math.ceil(wait / MINUTE_MS), retryAfter: Math.ceil(wait / 1000) })
}
