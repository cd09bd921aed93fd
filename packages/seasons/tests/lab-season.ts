import { addMs, type FeedGame, instantFromMs, parseTeam, type TeamAbbr } from '@outlast/domain'
import type { LabMember } from '../src/lab/members.ts'
import type { Season } from '../src/season.ts'

const DAY_MS = 86_400_000

export function team(abbr: string): TeamAbbr {
  const parsed = parseTeam(abbr)
  if (parsed === undefined) throw new Error(`not a team: ${abbr}`)
  return parsed
}

/** What a member picks, by week: one team, or several. Weeks that are left out are forgotten. */
type Picks = Readonly<Record<number, string | readonly string[]>>

/** A member who pays and buys back, with these picks. */
export const picks = (teams: Picks, traits: Partial<LabMember> = {}): LabMember => ({
  firstWeek: 1,
  decidesOnSunday: false,
  pays: true,
  buysBack: true,
  votesToShare: true,
  ranking: undefined,
  wishes: ({ weekNumber }) => [teams[weekNumber] ?? []].flat().map(team),
  ...traits,
})

const HOME = ['DAL', 'KC', 'SF', 'GB']
const AWAY = ['NYG', 'LV', 'SEA', 'CHI']
const FIRST_SUNDAY = instantFromMs(Date.parse('2025-09-07T17:00:00Z'))

/** Four games of a week, from 1, on its Sunday. The teams at home win, each against another opponent every week. */
export function gamesOfWeek(week: number): FeedGame[] {
  const kickoff = addMs(FIRST_SUNDAY, (week - 1) * 7 * DAY_MS)
  return HOME.map((home, index) => ({
    espnId: `${week}-${home}`,
    home: team(home),
    away: team(AWAY[(index + week - 1) % AWAY.length] ?? ''),
    kickoff,
    kickoffKnown: true,
    status: 'final',
    homeScore: 20,
    awayScore: 10,
    detail: 'Final',
  }))
}

/** Weeks of this season, with other games where they are given. */
export const seasonOf = (weeks: readonly (number | readonly [number, readonly FeedGame[]])[]): Season => ({
  seasonYear: 2025,
  weeks: new Map(weeks.map((week) => (typeof week === 'number' ? [week, gamesOfWeek(week)] : week))),
})

/** Week 2 in two slates: the games of DAL and KC on Thursday, those of SF and GB on Sunday. */
export const [THURSDAY, SUNDAY] = [
  gamesOfWeek(2)
    .slice(0, 2)
    .map((game) => ({ ...game, kickoff: addMs(game.kickoff, -3 * DAY_MS) })),
  gamesOfWeek(2).slice(2),
] as const
