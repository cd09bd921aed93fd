import type { HallOfFame, LongestRun, WorstLuck } from '@outlast/contract'
import { seasonTopic, weekTopic } from '@outlast/contract/live/topics'
import { joiningSeason, type PoolState, type Round } from '@outlast/domain'
import { MAX_RECORDS, type SeasonRecord } from '@outlast/projections'
import { handlers } from '../http/handler.ts'
import { readPastSeasons } from './past-champions.ts'
import type { ReadDependencies } from './read-dependencies.ts'

interface HallOfFameDependencies extends Pick<ReadDependencies, 'db' | 'pool' | 'versions'> {
  /** Returns the records of a season, computed once per version. */
  readonly seasonRecord: (seasonYear: number, isOver: boolean, version: number) => Promise<SeasonRecord>
}

/**
 * The hall of fame. It changes with the pool, whose current week ends seasons, with the seasons, and with their locked weeks, whose scores
 * say how close a loss was.
 */
export const hallOfFameRoutes = ({ db, pool, versions, seasonRecord }: HallOfFameDependencies) =>
  handlers({
    getHallOfFame: async (_input, { clientHas }) => {
      const years = lockedSeasons(pool())
      const versionOf = (year: number) =>
        Math.max(...[seasonTopic(year), ...lockedWeeks(pool(), year).map(({ id }) => weekTopic(id))].map(versions.current))
      const version = Math.max(versions.current('pool'), ...years.map(versionOf))
      if (clientHas(version)) return { status: 304, version }
      const latest = joiningSeason(pool()) ?? 0
      const records = await Promise.all(years.map((year) => seasonRecord(year, year < latest, versionOf(year))))
      return { status: 200, body: { ...merge(records), past_seasons: await readPastSeasons(db, pool()) }, version }
    },
  })

/** Returns the seasons in which a week is locked, newest first. */
function lockedSeasons(pool: PoolState): readonly number[] {
  return [...new Set(lockedWeeks(pool).map(({ seasonYear }) => seasonYear))].sort((a, b) => b - a)
}

function lockedWeeks(pool: PoolState, year?: number): readonly Round[] {
  return [...pool.rounds.values()].filter((week) => week.locked !== null && week.seasonYear === (year ?? week.seasonYear))
}

/** @param records those of the seasons, newest first: of equal records the newer one comes first */
function merge(records: readonly SeasonRecord[]): Omit<HallOfFame, 'past_seasons'> {
  const byWeeks = (a: LongestRun, b: LongestRun) => b.weeks - a.weeks
  const byMargin = (a: WorstLuck, b: WorstLuck) => a.margin - b.margin || b.week_number - a.week_number
  return {
    seasons: records.flatMap(({ season }) => (season === null ? [] : [season])),
    longest_runs: records
      .flatMap(({ longestRuns }) => longestRuns)
      .sort(byWeeks)
      .slice(0, MAX_RECORDS),
    worst_luck: records
      .flatMap(({ worstLuck }) => worstLuck)
      .sort(byMargin)
      .slice(0, MAX_RECORDS),
  }
}
