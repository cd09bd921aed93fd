import { LAST_REGULAR_WEEK } from '@outlast/domain'

/** A week of the pool: the year in which the season begins, and the week number 1–22 (docs/rules.md §9.2). */
export interface FeedWeek {
  readonly seasonYear: number
  readonly week: number
}

/** ESPN's numbers of a week: season type 2 is the regular season, 3 the postseason. */
interface EspnWeek {
  readonly seasonType: 2 | 3
  readonly week: number
}

/**
 * ESPN's postseason week by pool week: 19 wild card, 20 divisional, 21 conference championships, 22 Super Bowl.
 * ESPN's postseason week 4 is the Pro Bowl, so the Super Bowl is its week 5.
 */
const POSTSEASON: ReadonlyMap<number, number> = new Map([
  [19, 1],
  [20, 2],
  [21, 3],
  [22, 5],
])

/** Returns ESPN's numbers of a pool week. Throws a RangeError for a week outside 1–22. */
export function espnWeekOf(week: number): EspnWeek {
  const postseason = POSTSEASON.get(week)
  if (postseason !== undefined) return { seasonType: 3, week: postseason }
  if (!Number.isInteger(week) || week < 1 || week > LAST_REGULAR_WEEK) throw new RangeError(`week ${week} does not exist`)
  return { seasonType: 2, week }
}

/** Returns the pool week of one of ESPN's weeks, or undefined for the preseason and the Pro Bowl. */
export function poolWeekOf(seasonType: number, week: number): number | undefined {
  if (seasonType === 2) return Number.isInteger(week) && week >= 1 && week <= LAST_REGULAR_WEEK ? week : undefined
  if (seasonType !== 3) return undefined
  return [...POSTSEASON].find(([, espn]) => espn === week)?.[0]
}

const PATH = '/apis/site/v2/sports/football/nfl/scoreboard'

/** Returns the URL of one week's scoreboard. ESPN rejects date ranges; `dates` is the season year. */
export function scoreboardUrl(baseUrl: string, { seasonYear, week }: FeedWeek): string {
  const espn = espnWeekOf(week)
  const query = `seasontype=${espn.seasonType}&week=${espn.week}&dates=${seasonYear}&limit=100`
  return `${baseUrl.replace(/\/+$/, '')}${PATH}?${query}`
}
