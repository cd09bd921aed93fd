import { TEAMS } from '@outlast/domain'

/** The accounts of the pool. The admin plays as well. */
export const ADMIN = 1
const OWNERS = [2, 3] as const
export const OTHER = 4

export const SEASON = 2030
/** Week 1 is locked, the others are open. */
export const OPEN_WEEKS = [2, 3, 4] as const
/** The entries of the owners, whose picks differ between the worlds. */
export const OWNED: ReadonlyMap<number, (typeof OWNERS)[number]> = new Map([
  [2, 2],
  [3, 2],
  [4, 3],
])

/** An entry of the other member that lost week 1, in the pools with automatic picks. */
export const FALLEN_ENTRY = 6

export const ABBRS = TEAMS.map(({ abbr }) => abbr)
/** The teams that hidden picks of a week use, apart for each week, so that the rules accept the picks in both worlds. */
export const hiddenTeams = (week: number): readonly string[] => ABBRS.slice(10 + 6 * (week - 2), 16 + 6 * (week - 2))
/** A team of a week that is picked in both worlds alike. */
export const commonTeam = (week: number): string => ABBRS[2 * week - 3] ?? 'KC'
/** Teams that no member picks, for most overrides. */
export const FREE_TEAMS = ABBRS.slice(28)
