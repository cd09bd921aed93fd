import type { WeekId } from './ids.ts'
import type { PoolState } from './state.ts'

/** Makes the current rules those of the week's season, at its first lock (docs/rules.md §7.2). */
export function freezeSeasonRules(state: PoolState, weekId: WeekId): void {
  const week = state.weeks.get(weekId)
  if (week !== undefined && !state.seasonRules.has(week.seasonYear)) {
    state.seasonRules.set(week.seasonYear, state.rules)
  }
}

/** Makes a season's rules changeable again once none of its weeks is locked, as after a rehearsal (docs/rules.md §7.2). */
export function unfreezeRulesWithoutLock(state: PoolState, seasonYear: number): void {
  for (const week of state.weeks.values()) {
    if (week.seasonYear === seasonYear && week.locked !== null) return
  }
  state.seasonRules.delete(seasonYear)
}
