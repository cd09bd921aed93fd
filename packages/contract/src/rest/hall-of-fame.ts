import * as z from 'zod'
import { seasonInText } from '../fields/numbers.ts'
import { text } from '../fields/text.ts'
import { count, id, pickResult, season, teamAbbr, weekNo } from '../fields/responses.ts'

/** Made automatically at the lock. */
const isAuto = z.literal(true).optional()

/** A champion's week: the first pick and its result; both are null in a week without a pick. */
const roadWeek = z.strictObject({
  week_number: weekNo,
  team_abbr: teamAbbr.nullable(),
  result: pickResult.nullable(),
  is_auto: isAuto,
  /** The other picks of a week with several. */
  more: z.array(z.strictObject({ team_abbr: teamAbbr, result: pickResult, is_auto: isAuto })).optional(),
})

/** A champion with every week up to the end of the season. */
const championRoad = z
  .strictObject({
    entry_id: id,
    entry_name: z.string(),
    user_name: z.string(),
    weeks_survived: count,
    picks: z.array(roadWeek),
  })
  .meta({ id: 'ChampionRoad' })
export type ChampionRoad = z.output<typeof championRoad>

/** A season that is over. */
const hallSeason = z
  .strictObject({
    season_year: season,
    /** The week that decided it; null when it ended without a champion. */
    decided_week: weekNo.nullable(),
    /** How many entries took part. */
    entries: count,
    /** How many were alive at the end. */
    survivors: count,
    /** The champion, or the entries that share the title, by name. */
    champions: z.array(championRoad),
  })
  .meta({ id: 'HallSeason' })
export type HallSeason = z.output<typeof hallSeason>

/** Weeks in a row in which an entry's pick won, within one season. */
const longestRun = z
  .strictObject({
    season_year: season,
    entry_id: id,
    entry_name: z.string(),
    user_name: z.string(),
    weeks: count,
    first_week: weekNo,
    last_week: weekNo,
  })
  .meta({ id: 'LongestRun' })
export type LongestRun = z.output<typeof longestRun>

/** A game that was decided by little and put entries out. */
const worstLuck = z
  .strictObject({
    season_year: season,
    week_number: weekNo,
    team_abbr: teamAbbr,
    opponent_abbr: teamAbbr,
    score: count,
    opponent_score: count,
    /** Points; 0 for a tie. */
    margin: count,
    /** How many entries went out with it. */
    entries: count,
    /** The first three of them, with their people: “Priya Shah · Entry 2”. */
    entry_names: z.array(z.string()),
  })
  .meta({ id: 'WorstLuck' })
export type WorstLuck = z.output<typeof worstLuck>

const MAX_CHAMPIONS = 50
const MAX_NAME = 80

export const pastSeasonParams = z.object({ season_year: seasonInText })

/** The names of the champions; none removes the season. */
export const pastChampionsBody = z.object({
  names: z
    .array(text({ label: 'Name', max: MAX_NAME, required: 'A champion has no name', invisible: 'joining' }), {
      error: 'Give the names as a list',
    })
    .max(MAX_CHAMPIONS, { error: `A season can have ${MAX_CHAMPIONS} champions at most` }),
})

/** A season that was not played in this pool, with the champions that an admin entered. */
export const pastSeason = z.strictObject({ season_year: season, names: z.array(z.string()) }).meta({ id: 'PastSeason' })
export type PastSeason = z.output<typeof pastSeason>

/** What is remembered of all seasons that are over (docs/rules.md §16.3). */
export const hallOfFame = z
  .strictObject({
    /** Newest first. */
    seasons: z.array(hallSeason),
    /** Seasons before this pool, newest first. */
    past_seasons: z.array(pastSeason),
    /** At most ten, the longest first; one of each entry and season. */
    longest_runs: z.array(longestRun),
    /** At most ten, the closest first. */
    worst_luck: z.array(worstLuck),
  })
  .meta({ id: 'HallOfFame' })
export type HallOfFame = z.output<typeof hallOfFame>
