/** How long before a new season's first lock the screens stop to show the champion of the season before. */
const CHAMPION_LEAVES_MS = 7 * 24 * 3_600_000

/** Returns when the champion of the season before leaves the screens, in milliseconds of Unix time (docs/rules.md §16.1). */
export const championLeavesAt = (firstLock: number): number => firstLock - CHAMPION_LEAVES_MS

interface WeekOfSeason {
  readonly seasonYear: number
  readonly isLocked: boolean
  /** In milliseconds of Unix time. */
  readonly lockTime: number
}

/**
 * Returns the season whose champion the screens show: the current one, and while its first lock is far away the one before
 * (docs/rules.md §16.1).
 * @param now site time in milliseconds
 */
export function celebratedSeason(weeks: readonly WeekOfSeason[], current: number, now: number): number {
  const own = weeks.filter(({ seasonYear }) => seasonYear === current)
  const hasBegun = own.some(({ isLocked }) => isLocked)
  if (hasBegun || now >= championLeavesAt(Math.min(...own.map(({ lockTime }) => lockTime)))) return current
  const played = weeks.filter(({ seasonYear, isLocked }) => seasonYear < current && isLocked)
  return played.length === 0 ? current : Math.max(...played.map(({ seasonYear }) => seasonYear))
}
