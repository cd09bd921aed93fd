/** The sort orders of lists, the same on the server and in the browser. */

/** Compares entries by name without regard to case, in code point order (not by locale), then by id. */
export function compareEntries(a: Named, b: Named): number {
  return compareText(a.name.toLowerCase(), b.name.toLowerCase()) || a.id - b.id
}

/** Compares games by kickoff, then by id. */
export function compareGames(a: Kickoff, b: Kickoff): number {
  return compareText(a.start_time, b.start_time) || a.id - b.id
}

/** Compares users by email in lower case, which is unique, then by id. */
export function compareUsers(a: Account, b: Account): number {
  return compareText(a.email.toLowerCase(), b.email.toLowerCase()) || a.id - b.id
}

/** Compares an entry's picks by season, then by week and slot. */
export function comparePicks(a: PlaceOfPick, b: PlaceOfPick): number {
  return a.season_year - b.season_year || a.week_number - b.week_number || (a.slot ?? 1) - (b.slot ?? 1)
}

/** Compares moments of a week, newest first; of one event, those of the pool come first. */
export function compareMoments(a: PlaceOfMoment, b: PlaceOfMoment): number {
  return b.position - a.position || Number(a.game !== null) - Number(b.game !== null) || compareText(a.id, b.id)
}

interface PlaceOfMoment {
  readonly id: string
  readonly position: number
  readonly game: object | null
}

interface Named {
  readonly id: number
  readonly name: string
}

interface Kickoff {
  readonly id: number
  readonly start_time: string
}

interface Account {
  readonly id: number
  readonly email: string
}

interface PlaceOfPick {
  readonly season_year: number
  readonly week_number: number
  readonly slot?: number | undefined
}

function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
