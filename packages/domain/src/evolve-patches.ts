import type { UserId, WeekId } from './ids.ts'
import type { PoolState, User, Week } from './state.ts'

// Changes of an account or a week that exists; nothing otherwise.

export function patchUser(state: PoolState, id: UserId, change: (user: User) => Partial<User>): void {
  const user = state.users.get(id)
  if (user !== undefined) state.users.set(id, { ...user, ...change(user) })
}

export function endLogins(state: PoolState, id: UserId): void {
  const user = state.users.get(id)
  if (user === undefined) return
  const { endedSessions: _, ...rest } = user
  state.users.set(id, { ...rest, tokenVersion: user.tokenVersion + 1 })
}

export function patchWeek(state: PoolState, id: WeekId, change: (week: Week) => Partial<Week>): void {
  const week = state.weeks.get(id)
  if (week !== undefined) state.weeks.set(id, { ...week, ...change(week) })
}
