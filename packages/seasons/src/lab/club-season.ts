import { type FeedGame, type GameStatus, parseInstant, parseTeam, type TeamAbbr } from '@outlast/domain'
import type { Season } from '../season.ts'
import { type LabMember, simulatedMembers } from './members.ts'

/** A finished season of a club, as everybody can read it. */
export interface ClubSeason {
  readonly seasonYear: number
  /** The games of each week, in the order of the weeks. */
  readonly weeks: readonly { readonly weekNumber: number; readonly games: readonly ClubGame[] }[]
  readonly entries: readonly ClubEntry[]
}

export interface ClubGame {
  readonly id: number
  readonly home: string
  readonly away: string
  readonly kickoff: string
  readonly kickoffKnown: boolean
  readonly status: GameStatus
  readonly homeScore: number | null
  readonly awayScore: number | null
}

export interface ClubEntry {
  readonly picks: readonly { readonly weekNumber: number; readonly team: string }[]
  /** The week in which it went out; null for one that was alive at the end. */
  readonly outSince: number | null
}

/** Returns the games of a club's season. A game without two known teams is left out. */
export function clubGames({ seasonYear, weeks }: ClubSeason): Season {
  return { seasonYear, weeks: new Map(weeks.map(({ weekNumber, games }) => [weekNumber, games.flatMap(toFeedGame)])) }
}

function toFeedGame({ id, ...game }: ClubGame): readonly FeedGame[] {
  const [kickoff, home, away] = [parseInstant(game.kickoff), parseTeam(game.home), parseTeam(game.away)]
  if (kickoff === undefined || home === undefined || away === undefined) return []
  return [{ ...game, espnId: String(id), kickoff, home, away, detail: null }]
}

/**
 * Returns the members of a club's season. Each picks what the entry picked, and joins with its first pick. What it would have picked
 * after it was out nobody knows, so a simulated member picks for it from then on.
 */
export function clubMembers(club: ClubSeason): readonly LabMember[] {
  const standIns = simulatedMembers(clubGames(club), club.entries.length)
  return club.entries.flatMap(({ picks, outSince }, index): readonly LabMember[] => {
    const standIn = standIns[index]
    const teams = new Map<number, TeamAbbr>()
    for (const { weekNumber, team } of picks) {
      const abbr = parseTeam(team)
      if (abbr !== undefined) teams.set(weekNumber, abbr)
    }
    if (standIn === undefined || teams.size === 0) return []
    return [
      {
        firstWeek: Math.min(...teams.keys()),
        decidesOnSunday: false,
        buysBack: standIn.buysBack,
        ranking: undefined,
        wishes: (weekNumber, games, decided) => {
          const team = teams.get(weekNumber)
          if (team !== undefined) return [team]
          return outSince !== null && weekNumber > outSince ? standIn.wishes(weekNumber, games, decided) : []
        },
      },
    ]
  })
}
