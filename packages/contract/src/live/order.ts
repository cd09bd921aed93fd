interface Named {
  readonly id: number
  readonly name: string
}

/**
 * The one order of entries, on the server and in the browser: by name without regard to case, by code point and not
 * by anybody's locale, then by id.
 */
export function compareEntries(a: Named, b: Named): number {
  const left = a.name.toLowerCase()
  const right = b.name.toLowerCase()
  if (left !== right) return left < right ? -1 : 1
  return a.id - b.id
}

interface Kickoff {
  readonly id: number
  readonly start_time: string
}

/** The order of a week's games: by kickoff, then by id. */
export function compareGames(a: Kickoff, b: Kickoff): number {
  if (a.start_time !== b.start_time) return a.start_time < b.start_time ? -1 : 1
  return a.id - b.id
}

interface Account {
  readonly id: number
  readonly email: string
}

/** The order of accounts in the admin's lists: by e-mail in lower case, which is unique, then by id. */
export function compareUsers(a: Account, b: Account): number {
  const left = a.email.toLowerCase()
  const right = b.email.toLowerCase()
  if (left !== right) return left < right ? -1 : 1
  return a.id - b.id
}

interface WeekPlace {
  readonly season_year: number
  readonly week_number: number
}

/** The order of an entry's picks: by season, then by week. */
export function comparePicks(a: WeekPlace, b: WeekPlace): number {
  return a.season_year - b.season_year || a.week_number - b.week_number
}
