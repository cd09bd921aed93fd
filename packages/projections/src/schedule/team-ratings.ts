import {
  carriedOver,
  NO_RATINGS,
  type PoolState,
  ratedGames,
  type Ratings,
  ratingsAfter,
  type ScheduleWeek,
  scheduleOf,
} from '@outlast/domain'
import { realSeason } from '@outlast/seasons/real/real-seasons'
import { REAL_SEASONS } from '@outlast/seasons/real/years'

/** Returns how strong teams are before a week, by the results of the weeks before it. */
export function ratingsBefore(pool: Pick<PoolState, 'schedule'>, { seasonYear, weekNumber }: ScheduleWeek): Ratings {
  return ratingsFrom(
    carriedOver(ratingsAtEndOf(pool, seasonYear - 1)),
    scheduleOf(pool, seasonYear)
      .filter((week) => week.weekNumber < weekNumber)
      .map(({ games }) => games),
  )
}

/** A season of the pool counts, and otherwise one that ships. The chain ends at a season that is neither. */
function ratingsAtEndOf(pool: Pick<PoolState, 'schedule'>, seasonYear: number): Ratings {
  const weeks = scheduleOf(pool, seasonYear).map(({ games }) => games)
  if (!weeks.some((games) => ratedGames(games).length > 0)) return shippedAtEndOf(seasonYear)
  return ratingsFrom(carriedOver(ratingsAtEndOf(pool, seasonYear - 1)), weeks)
}

const shipped = new Map<number, Ratings>()

function shippedAtEndOf(seasonYear: number): Ratings {
  const year = REAL_SEASONS.find((each) => each === seasonYear)
  if (year === undefined) return NO_RATINGS
  const ratings = shipped.get(year) ?? ratingsFrom(carriedOver(shippedAtEndOf(year - 1)), [...realSeason(year).weeks.values()])
  shipped.set(year, ratings)
  return ratings
}

function ratingsFrom(ratings: Ratings, weeks: readonly Parameters<typeof ratedGames>[0][]): Ratings {
  return weeks.reduce((before, games) => ratingsAfter(before, ratedGames(games)), ratings)
}
