import type { WeekInfo } from '@outlast/contract/live'

type WeekLike = Pick<WeekInfo, 'season_year' | 'week_number' | 'is_locked' | 'lock_time'>

/** From this long before a lock on, its week is what the dashboard is about, and the last one is over. */
const LOCK_DAY_MS = 24 * 3_600_000

/** Returns the week that locked last before an open one, while the lock is more than a day away; null otherwise. */
export function midweekAfter<W extends WeekLike>(weeks: readonly W[], week: WeekLike | null, now: number): W | null {
  if (week === null || week.is_locked || Date.parse(week.lock_time) - now <= LOCK_DAY_MS) return null
  const earlier = weeks.filter(
    ({ season_year, week_number, is_locked }) => is_locked && season_year === week.season_year && week_number < week.week_number,
  )
  return earlier.toSorted((a, b) => b.week_number - a.week_number)[0] ?? null
}
