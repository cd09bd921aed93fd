import type { FeedGame, TeamAbbr } from '@outlast/domain'
import type { Season } from '../season.ts'
import { type LabMember, simulatedMembers } from './members.ts'

/** A finished season of a club, as everybody can read it. */
export interface ClubSeason {
  readonly seasonYear: number
  /** The games of each week, in the order of the weeks. */
  readonly weeks: readonly (readonly [weekNumber: number, games: readonly FeedGame[]])[]
  readonly entries: readonly ClubEntry[]
}

export interface ClubEntry {
  readonly picks: readonly (readonly [weekNumber: number, team: TeamAbbr])[]
  /** The week in which it went out; null for one that was alive at the end. */
  readonly outSince: number | null
}

/**
 * Returns the members of a club's season. Each picks what the entry picked. What it would have picked after it was out nobody knows,
 * so a simulated member picks for it from then on.
 */
export function clubMembers(season: Season, entries: readonly ClubEntry[]): readonly LabMember[] {
  const standIns = simulatedMembers(season, entries.length)
  return entries.flatMap(({ picks, outSince }, index) => {
    const standIn = standIns[index]
    if (standIn === undefined) return []
    const teams = new Map(picks)
    return {
      decidesOnSunday: false,
      buysBack: standIn.buysBack,
      ranking: undefined,
      firstWeek: Math.min(...teams.keys()),
      wishes: (weekNumber: number, games: readonly FeedGame[], won: readonly TeamAbbr[]) => {
        const team = teams.get(weekNumber)
        if (team !== undefined) return [team]
        return outSince !== null && weekNumber > outSince ? standIn.wishes(weekNumber, games, won) : []
      },
    }
  })
}
