import type { PoolView } from '@outlast/contract/live'

/** What an admin can do about the next season. */
export interface NextSeason {
  /** The season that was started last and has no locked week yet; null if there is none. */
  readonly started: number | null
  /** The season that can be started next; null in a pool without weeks, and while a started season has not begun. */
  readonly next: number | null
  /** The season of the current week. */
  readonly current: number | null
}

/** Derives which season was started and which can be started (docs/rules.md §16.1). */
export function nextSeasonOf({ weeks, current_week_id, season_starts }: PoolView): NextSeason {
  const current = weeks.find((week) => week.id === current_week_id)?.season_year ?? null
  if (current === null) return { started: null, next: null, current }
  const years = weeks.map((week) => week.season_year)
  const starts = season_starts.map((start) => start.season_year)
  const latest = Math.max(...years, ...starts)
  const hasBegun = weeks.some((week) => week.season_year === latest && week.is_locked)
  if (starts.includes(latest)) return { started: latest, next: hasBegun ? latest + 1 : null, current }
  const isFresh = !hasBegun && years.some((year) => year < latest)
  return { started: null, next: isFresh ? latest : latest + 1, current }
}
