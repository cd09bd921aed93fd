import { hasUnknownTeam } from './values/game-life.ts'
import type { FeedGame } from './values/game.ts'
import type { TeamAbbr } from './values/teams.ts'

// How strong teams are, by their results (docs/odds.md). Pure arithmetic on what is public.

/** The parameters of the ratings. docs/odds.md says how they were chosen. */
export const RATING_MODEL = {
  /** How much a result changes a rating. */
  gain: 20,
  /** What playing at home is worth. */
  homeAdvantage: 40,
  /** The part of a rating that is left at the start of the next season. */
  kept: 2 / 3,
  /** The difference of ratings that is worth a point on the field. */
  perPoint: 20,
} as const

/** By team: above 0 is better than average. A team without one has not played. */
export type Ratings = ReadonlyMap<TeamAbbr, number>

export const NO_RATINGS: Ratings = new Map()

/** A final game. */
export interface RatedGame {
  readonly home: TeamAbbr
  readonly away: TeamAbbr
  readonly homeScore: number
  readonly awayScore: number
}

/** Returns the games whose results count for ratings. */
export function ratedGames(
  games: readonly Pick<FeedGame, 'status' | 'home' | 'away' | 'homeScore' | 'awayScore'>[],
): readonly RatedGame[] {
  return games.flatMap(({ status, home, away, homeScore, awayScore }) =>
    status === 'final' && homeScore !== null && awayScore !== null && !hasUnknownTeam({ home, away })
      ? [{ home, away, homeScore, awayScore }]
      : [],
  )
}

/**
 * Returns the ratings after the games of a week, by Elo’s method with the margin of victory: a clear win counts more than a close one, and
 * less for a team that was expected to win.
 */
export function ratingsAfter(before: Ratings, games: readonly RatedGame[]): Ratings {
  const after = new Map(before)
  for (const { home, away, homeScore, awayScore } of games) {
    const expected = differenceOf(before, home, away)
    const margin = homeScore - awayScore
    const result = (Math.sign(margin) + 1) / 2
    const surprise = result - 1 / (1 + 10 ** (-expected / 400))
    const clearness = (Math.log(Math.abs(margin) + 1) * 2.2) / (2.2 + 0.001 * expected * (margin < 0 ? -1 : 1))
    const change = RATING_MODEL.gain * clearness * surprise
    after.set(home, (after.get(home) ?? 0) + change).set(away, (after.get(away) ?? 0) - change)
  }
  return after
}

/** Returns the ratings with which the next season begins: drawn to the mean. */
export function carriedOver(ratings: Ratings): Ratings {
  return new Map(Array.from(ratings, ([team, rating]) => [team, rating * RATING_MODEL.kept]))
}

/** Returns by how many points the home team is expected to win; undefined unless both teams have a rating. */
export function expectedMargin(ratings: Ratings, home: TeamAbbr, away: TeamAbbr): number | undefined {
  return ratings.has(home) && ratings.has(away) ? differenceOf(ratings, home, away) / RATING_MODEL.perPoint : undefined
}

function differenceOf(ratings: Ratings, home: TeamAbbr, away: TeamAbbr): number {
  return (ratings.get(home) ?? 0) - (ratings.get(away) ?? 0) + RATING_MODEL.homeAdvantage
}
