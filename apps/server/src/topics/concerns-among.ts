import { seasonTopic, weekTopic } from '@outlast/contract/live/topics'
import { type PoolState, weeksOfSeason } from '@outlast/domain'
import { type Concern, concern, entries, type Touch } from './concerns.ts'

/** The seasons that have weeks. */
export function seasonYears(before: PoolState): readonly number[] {
  return [...new Set(Array.from(before.weeks.values(), (week) => week.seasonYear))]
}

export function everyWeek(before: PoolState, ...touches: readonly Touch[]): Concern[] {
  return Array.from(before.weeks.values(), (week) => concern(weekTopic(week.id), ...touches))
}

/** The weeks of a season. */
export function weeksOf(before: PoolState, seasonYear: number, ...touches: readonly Touch[]): Concern[] {
  return laterWeeks(before, seasonYear, 0, ...touches)
}

/** The weeks of a season after one: whoever fell in that one is not on their rosters. */
export function laterWeeks(before: PoolState, seasonYear: number, after: number, ...touches: readonly Touch[]): Concern[] {
  return weeksOfSeason(before, seasonYear)
    .filter((week) => week.weekNumber > after)
    .map((week) => concern(weekTopic(week.id), ...touches))
}

/** An entry's row in every week and every season: each lists all entries, or those that are alive. */
export function entryEverywhere(before: PoolState, entryId: number, ...more: readonly Touch[]): Concern[] {
  return [
    ...everyWeek(before, entries(entryId), ...more),
    ...seasonYears(before).map((year) => concern(seasonTopic(year), entries(entryId))),
  ]
}
