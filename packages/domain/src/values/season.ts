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

/** The start of a season by an admin, as a position of the log. */
export interface SeasonStart {
  readonly seasonYear: number
  readonly position: number
}

interface JoiningEntry {
  readonly createdPosition: number
  readonly renewals: readonly SeasonStart[]
}

/**
 * Returns the position at which an entry joined a season; undefined if it takes no part in it. A new entry belongs to the season
 * that was started last before it, and to later ones that nobody started. Into a started season, older entries come only by a
 * renewal (docs/rules.md §16.2).
 */
export function joinedAt(
  { createdPosition, renewals }: JoiningEntry,
  starts: Iterable<SeasonStart>,
  seasonYear: number,
): number | undefined {
  const renewal = renewals.find((other) => other.seasonYear === seasonYear)
  if (renewal !== undefined) return renewal.position
  for (const start of starts) {
    const isBeforeSeason = start.seasonYear === seasonYear && createdPosition < start.position
    const isOfLaterSeason = start.seasonYear > seasonYear && createdPosition > start.position
    if (isBeforeSeason || isOfLaterSeason) return undefined
  }
  return createdPosition
}
