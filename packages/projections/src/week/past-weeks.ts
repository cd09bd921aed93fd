import type { SeasonView } from '@outlast/contract/live/wire'
import { type Week, toWeek } from '@outlast/contract/rest/weeks'
import { seasonView } from '../season/season-view.ts'
import type { Source } from '../source.ts'
import { pickCount } from './week-view.ts'
import { weeksByNumber } from './weeks.ts'

/** Returns every locked week and the current one with their numbers of picks, newest first. */
export function pastWeeks(
  source: Source,
  seasonOf: (year: number) => SeasonView = (year) => seasonView(source, year),
): (Week & { pick_count: number })[] {
  const { pool } = source
  return weeksByNumber(pool)
    .filter((round) => round.locked !== null || round.id === pool.currentWeekId)
    .map((round) => ({ ...toWeek(pool, round), pick_count: pickCount(source, round, seasonOf) }))
    .toReversed()
}
