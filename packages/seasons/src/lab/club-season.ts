import { type FeedGame, type GameStatus, parseInstant, parseTeam, type TeamAbbr } from '@outlast/domain'
import type { PlayedSeason } from './replay.ts'
import { type LabMember, type SeenWeek, simulatedMembers } from './members.ts'

/** A finished season of a club, as everybody can read it. */
export interface ClubSeason {
  readonly seasonYear: number
  /** The locked weeks in their order. */
  readonly weeks: readonly ClubWeek[]
}

export interface ClubWeek {
  readonly weekNumber: number
  /** How many picks an entry had in it. */
  readonly picks: number
  /** How many an admin gave it, whatever the rules say; undefined if the rules decided. It stays so under other rules. */
  readonly ownPicks?: number | undefined
  readonly games: readonly ClubGame[]
  /** The entries that were in it, with the teams that they picked, and those that they got automatically. */
  readonly rows: readonly ClubRow[]
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

export interface ClubRow {
  readonly entryId: number
  readonly picked: readonly string[]
  readonly assigned: readonly string[]
}

/** Returns the games of a club's season, without games of unknown teams and weeks without games, which decide nothing. */
export function clubGames({ seasonYear, weeks }: ClubSeason): PlayedSeason {
  const games = weeks.map(({ weekNumber, games }) => [weekNumber, games.flatMap(toFeedGame)] as const)
  const ownPicks = weeks.flatMap(({ weekNumber, ownPicks: own }) => (own === undefined ? [] : [[weekNumber, own] as const]))
  return { seasonYear, weeks: new Map(games.filter(([, known]) => known.length > 0)), ownPicks: new Map(ownPicks) }
}

function toFeedGame({ id, ...game }: ClubGame): readonly FeedGame[] {
  const [kickoff, home, away] = [parseInstant(game.kickoff), parseTeam(game.home), parseTeam(game.away)]
  if (kickoff === undefined || home === undefined || away === undefined) return []
  return [{ ...game, espnId: String(id), kickoff, home, away, detail: null }]
}

/**
 * Returns the members of a club's season. Each joins in the first week that its entry was in, and picks what the entry picked; what it got
 * automatically is what it prefers for automatic picks. Nobody knows what else it would have picked, so a simulated member picks for it where the
 * rules refuse its pick or ask for more picks, and in the weeks that its entry was out.
 * @param paying the share of them that pays
 */
export function clubMembers(club: ClubSeason, paying = 1): readonly LabMember[] {
  const entryIds = [...new Set(club.weeks.flatMap(({ rows }) => rows.map(({ entryId }) => entryId)))].sort((a, b) => a - b)
  const standIns = simulatedMembers(clubGames(club), entryIds.length, paying)
  const known = new Map(club.weeks.map((week) => [week.weekNumber, new Map(week.rows.map((row) => [row.entryId, row]))]))
  const picksIn = new Map(club.weeks.map(({ weekNumber, picks }) => [weekNumber, picks]))
  return standIns.map((standIn, index): LabMember => {
    const rowIn = (weekNumber: number) => known.get(weekNumber)?.get(entryIds[index] ?? 0)
    const { pays, buysBack, votesToShare } = standIn
    return {
      firstWeek: club.weeks.find(({ weekNumber }) => rowIn(weekNumber) !== undefined)?.weekNumber ?? 0,
      decidesOnSunday: false,
      pays,
      buysBack,
      votesToShare,
      ranking: [...new Set(club.weeks.flatMap(({ weekNumber }) => teamsOf(rowIn(weekNumber)?.assigned)))],
      wishes: (week: SeenWeek) => {
        const row = rowIn(week.weekNumber)
        if (row === undefined) return standIn.wishes(week)
        const picked = teamsOf(row.picked)
        if (picked.length < (picksIn.get(week.weekNumber) ?? 1)) return picked
        return [...picked, ...standIn.favorites(week).filter((team) => !picked.includes(team))]
      },
    }
  })
}

const teamsOf = (names: readonly string[] = []): readonly TeamAbbr[] => names.flatMap((name) => parseTeam(name) ?? [])
