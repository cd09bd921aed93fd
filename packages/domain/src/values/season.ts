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
