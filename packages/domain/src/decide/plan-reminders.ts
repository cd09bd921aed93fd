import { hasPublicTeamLeft } from './teams-left.ts'
import { picksOf } from '../state/entry-picks.ts'
import { POOL_TIME_ZONE } from '../values/calendar.ts'
import { payingRefusal } from './picks.ts'
import type { ReminderOffset } from '../events/events.ts'
import type { Game } from '../values/game.ts'
import type { EntryId, UserId } from '../values/ids.ts'
import type { VisiblePool } from '../hidden.ts'
import { addMs, type Instant, instantFromMs, instantToMs } from '../values/instant.ts'
import { isCalledOff } from '../values/game-life.ts'
import { isWeekClosed } from '../values/week.ts'
import { participantsOf, seasonOutcome } from '../standing/participation.ts'
import { seasonResults } from '../standing/season-results.ts'
import { currentRound, type Entry, gamesOf, type PoolState, type Round, rulesOf, slotCount } from '../state/state.ts'

// Reminders of members who have not picked (docs/rules.md §15). Everything here is pure; the server plans and sends.

/** A reminder of a week, before the quiet hours of a member move it. */
export interface PlannedReminder {
  readonly offset: Exclude<ReminderOffset, 'manual' | 'member'>
  /** In site time. */
  readonly at: Instant
  /** What it reminds of, the lock or the kickoff. From then on it is pointless. */
  readonly before: Instant
}

const HOUR_MS = 3_600_000
const KICKOFF_HOURS = 1
/** The quiet hours, in the member's zone. */
const QUIET_FROM_HOUR = 22
const QUIET_UNTIL_HOUR = 8

/** Returns the reminders of a week, in the order of their times. */
export function plannedReminders(state: PoolState, week: Round): readonly PlannedReminder[] {
  const before = week.lockTime
  const planned: PlannedReminder[] = state.reminders.hoursBefore.map((hours) => ({
    offset: hours,
    at: addMs(before, -hours * HOUR_MS),
    before,
  }))
  const kickoff = rulesOf(state, week.contestId).teamLock === 'kickoff' ? firstKickoff(gamesOf(state, week)) : undefined
  if (kickoff !== undefined && kickoff < before) {
    planned.push({ offset: 'kickoff', at: addMs(kickoff, -KICKOFF_HOURS * HOUR_MS), before: kickoff })
  }
  return planned.sort((a, b) => instantToMs(a.at) - instantToMs(b.at))
}

function firstKickoff(games: readonly Game[]): Instant | undefined {
  return games
    .filter((game) => game.kickoffKnown && !isCalledOff(game))
    .map((game) => game.kickoff)
    .sort()[0]
}

/** Moves a time in a zone's quiet hours to their end, unless it would then be too late. */
export function afterQuietHours(at: Instant, timeZone: string, before?: Instant): Instant {
  const local = Temporal.Instant.from(at).toZonedDateTimeISO(timeZone)
  if (local.hour >= QUIET_UNTIL_HOUR && local.hour < QUIET_FROM_HOUR) return at
  const day = local.hour < QUIET_UNTIL_HOUR ? local.toPlainDate() : local.toPlainDate().add({ days: 1 })
  const morning = day.toZonedDateTime({ timeZone, plainTime: { hour: QUIET_UNTIL_HOUR } })
  const moved = instantFromMs(morning.epochMilliseconds)
  return before === undefined || moved < before ? moved : at
}

/**
 * Returns the reminder that is due in a zone, if any: the latest one whose time has come. Earlier ones that were not sent are
 * not sent any more, so that a member gets one at a time.
 */
export function dueReminder(
  planned: readonly PlannedReminder[],
  siteNow: Instant,
  timeZone: string = POOL_TIME_ZONE,
): PlannedReminder | undefined {
  return planned
    .map((reminder) => ({ reminder, at: afterQuietHours(reminder.at, timeZone, reminder.before) }))
    .filter(({ reminder, at }) => at <= siteNow && siteNow < reminder.before)
    .sort((a, b) => instantToMs(a.at) - instantToMs(b.at))
    .at(-1)?.reminder
}

/** Returns the week that members are reminded of: the current one, while its picks are open. */
export function weekToRemindOf(state: PoolState, siteNow: Instant): Round | undefined {
  const week = currentRound(state)
  return week === undefined || isWeekClosed(week, siteNow) ? undefined : week
}

/**
 * Returns the members with entries that can still pick in a week, have a team left and lack a pick, with those entries. By default only members who may be
 * notified: under a site-time override only admins are reminded.
 */
export function membersWithoutPick(
  state: VisiblePool,
  week: Round,
  siteNow: Instant,
  isAddressed: (id: UserId) => boolean = (id) => mayBeNotified(state, id),
): ReadonlyMap<UserId, readonly EntryId[]> {
  const season = seasonResults(state, week.contestId)
  const members = new Map<UserId, EntryId[]>()
  if (seasonOutcome(state, season).status === 'finished') return members
  for (const { entry, standing } of participantsOf(state, season)) {
    if (standing.status === 'out' || !isAddressed(entry.userId)) continue
    if (!needsPick(state, entry, week, siteNow)) continue
    members.set(entry.userId, [...(members.get(entry.userId) ?? []), entry.id])
  }
  return members
}

function needsPick(state: PoolState, entry: Entry, week: Round, siteNow: Instant): boolean {
  if (picksOf(entry, week.id).length >= slotCount(state, week)) return false
  if (state.users.get(entry.userId)?.isWaiting === true) return false
  return (
    payingRefusal(rulesOf(state, week.contestId), entry, week) === undefined && hasPublicTeamLeft(state, entry, week, siteNow)
  )
}

/** Whether a member gets reminders and news at this time: under a site-time override only admins do. */
export function mayBeNotified(state: PoolState, id: UserId): boolean {
  const user = state.users.get(id)
  return user !== undefined && (state.siteClock.mode === 'real' || user.isAdmin)
}
