import { TEAMS } from '@outlast/domain'

/** The accounts of the pool. The admin plays as well. */
export const ADMIN = 1
const OWNERS = [2, 3] as const
export const OTHER = 4
/** The owner whose picks are sealed in the pools with two lives: the login may belong to somebody else. */
export const SEALED = 3

/** The accounts with a role. They do not play. */
export const STAFF = { treasurer: 5, scorekeeper: 6, helper: 7 } as const
/**
 * Who picks for the other member until week 4 locks, and who picked for an owner until that ended, among them a pick that differs between the
 * worlds.
 */
export const [PROXY, EX_PROXY] = [8, 9] as const
/** Whether an account acts for the club: then its answers are compared like those of the admin. */
export const isStaff = (account: number): boolean => account === ADMIN || Object.values(STAFF).some((id) => id === account)

export const SEASON = 2030
/** Week 1 is locked, the others are open. */
export const OPEN_WEEKS = [2, 3, 4] as const
/** The open weeks in which owners have picked. Week 4 begins without picks. */
export const PICKED_WEEKS = [2, 3] as const
/** The ids of the weeks 5a and 5b, the slates of the pool with everything at once, in which owners have picked too. No other pool has them. */
export const SLATES = [5, 6] as const
/** The weeks of which readers ask everything. */
export const READ_WEEKS = [1, ...OPEN_WEEKS, ...SLATES]
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

/** All teams play in each week. */
export const GAMES_PER_WEEK = ABBRS.length / 2
/**
 * Whether a game is over when a sequence begins. Week 1 is; scores of open weeks must not count. In week 4 the teams that somebody may have
 * planned for another week have yet to play: an automatic pick of one of them is possible there.
 */
export function isPlayed(week: number, game: number): boolean {
  if (week > 4) return false
  if (week === 4) return !PICKED_WEEKS.flatMap(hiddenTeams).some((team) => gameOf(team) === game)
  return week === 1 || (week === 2 && game < 12)
}
const gameOf = (team: string): number => Math.floor(ABBRS.findIndex((abbr) => abbr === team) / 2)
/** One team of each game that is not over when a sequence begins. */
export const unplayedTeams = (week: number): readonly string[] =>
  ABBRS.filter((team, place) => place % 2 === 0 && !isPlayed(week, gameOf(team)))
/** The game of a team, whose id follows from the order in which the weeks were synchronized. */
export const gameIdOf = (week: number, team: string): number => GAMES_PER_WEEK * (week - 1) + gameOf(team) + 1
