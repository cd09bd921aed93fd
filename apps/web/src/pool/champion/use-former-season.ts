import { celebratedSeason } from '@outlast/domain/rules'
import { type PoolView, seasonTopic, type SeasonView } from '@outlast/contract/live'
import { useSiteNow } from '../../clock/site-clock.ts'
import { useTopic, viewOf } from '../../live/use-topic.ts'

const MINUTE_MS = 60_000

/** Returns the season before the current one while the screens show its champion; undefined otherwise (docs/rules.md §16.1). */
export function useFormerSeason(): SeasonView | undefined {
  const pool = viewOf(useTopic('pool'))
  const year = formerYear(pool, useSiteNow(MINUTE_MS))
  return viewOf(useTopic(year === null ? null : seasonTopic(year)))
}

function formerYear(pool: PoolView | undefined, now: number): number | null {
  const current = pool?.weeks.find(({ id }) => id === pool.current_week_id)?.season_year
  if (pool === undefined || current === undefined) return null
  const weeks = pool.weeks.map(({ season_year: seasonYear, is_locked: isLocked, lock_time }) => ({
    seasonYear,
    isLocked,
    lockTime: Date.parse(lock_time),
  }))
  const celebrated = celebratedSeason(weeks, current, now)
  return celebrated === current ? null : celebrated
}
