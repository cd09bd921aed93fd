import type { EventOfType, EventType, RecordedEvent } from '../events/events.ts'
import { scheduleWeekId, type UserId, type WeekId } from '../values/ids.ts'
import type { Instant } from '../values/instant.ts'
import type { PoolState, Round, ScheduleWeek, User } from '../state/state.ts'

/** What each event type changes in the state. */
export type Handlers = { readonly [T in EventType]: (state: PoolState, event: EventOfType<T> & RecordedEvent) => void }

// Each of these changes nothing if its account, round or week does not exist any more.

export function patchUser(state: PoolState, id: UserId, change: (user: User) => Partial<User>): void {
  const user = state.users.get(id)
  if (user !== undefined) state.users.set(id, { ...user, ...change(user) })
}

export function endLogins(state: PoolState, id: UserId, at: Instant): void {
  const user = state.users.get(id)
  if (user === undefined) return
  const { endedSessions: _ended, programTokens: _programs, ...rest } = user
  state.users.set(id, { ...rest, tokenVersion: user.tokenVersion + 1, loginsSince: at })
}

export function patchRound(state: PoolState, id: WeekId, change: (round: Round) => Partial<Round>): void {
  const round = state.rounds.get(id)
  if (round !== undefined) state.rounds.set(id, { ...round, ...change(round) })
}

/** Events about games name the week of the schedule by the id of its first round. */
export function patchSchedule(state: PoolState, id: WeekId, change: (week: ScheduleWeek) => Partial<ScheduleWeek>): void {
  const week = state.schedule.get(scheduleWeekId(id))
  if (week !== undefined) state.schedule.set(week.id, { ...week, ...change(week) })
}
