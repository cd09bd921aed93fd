import { type FeedGame, type Game, instantFromMs, instantToMs } from '@outlast/domain'

/**
 * Returns a generated game as a scoreboard reports it. Generated games are around now while their season is next year's
 * (packages/testing/src/generated/pool.ts), and a scoreboard's kickoff counts only within the season.
 */
export function reportedGame(
  { espnId, home, away, kickoff, kickoffKnown }: Game,
  seasonYear: number,
  progress: Pick<FeedGame, 'status' | 'homeScore' | 'awayScore' | 'detail'>,
): FeedGame {
  const date = new Date(instantToMs(kickoff))
  date.setUTCFullYear(seasonYear)
  return { espnId, home, away, kickoff: instantFromMs(date.getTime()), kickoffKnown, ...progress }
}
