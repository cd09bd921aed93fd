import { type AdminView, type PoolView, type SeasonView, type WeekInfo } from '@outlast/contract/live'
import { standingsOf } from '@outlast/views'

/** The numbers of the current week that an admin acts on. */
export interface WeekSummary {
  readonly week: WeekInfo
  readonly alive: number
  /** How many alive entries have no pick; null once the week has locked. */
  readonly missing: number | null
}

/** Summarizes the current week; undefined when there is none. */
export function summarizeWeek(pool: PoolView, admin: AdminView, season: SeasonView | undefined): WeekSummary | undefined {
  const week = pool.weeks.find(({ id }) => id === pool.current_week_id)
  if (week === undefined || season === undefined) return undefined
  const standings = standingsOf(season)
  const alive = admin.entries.filter((entry) => standings.get(entry.id)?.status !== 'out')
  const picked = new Set(admin.picked[week.id])
  return { week, alive: alive.length, missing: week.is_locked ? null : alive.filter((entry) => !picked.has(entry.id)).length }
}
