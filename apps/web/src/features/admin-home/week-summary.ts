import { type AdminView, type PoolView, type SeasonView, standingsOf, type WeekInfo } from '@outlast/contract/live'

/** The current week in numbers, for whoever has to act on it. */
export interface WeekDesk {
  readonly week: WeekInfo
  readonly alive: number
  /** Entries alive that have not picked; null once the week has locked. */
  readonly missing: number | null
}

/** How the current week stands; undefined when there is none. */
export function weekDeskOf(pool: PoolView, admin: AdminView, season: SeasonView | undefined): WeekDesk | undefined {
  const week = pool.weeks.find((one) => one.id === pool.current_week_id)
  if (week === undefined || season === undefined) return undefined
  const standings = standingsOf(season)
  const alive = admin.entries.filter((entry) => standings.get(entry.id)?.status !== 'out')
  const picked = new Set(admin.picked[week.id])
  return { week, alive: alive.length, missing: week.is_locked ? null : alive.filter((entry) => !picked.has(entry.id)).length }
}
