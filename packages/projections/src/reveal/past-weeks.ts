import type { WeekInfo } from '@outlast/contract/live/wire'
import type { QueryExecutorProvider } from 'kysely'
import { pickCounts } from '../picks/pick-counts.ts'
import { selectWeeks, toWeekInfo } from '../schedule/weeks.ts'

/** A week with its number of picks. */
export type PastWeek = WeekInfo & { readonly pick_count: number }

/** Reads every locked week and the current one, newest first. */
export async function pastWeeks(db: QueryExecutorProvider): Promise<readonly PastWeek[]> {
  const weeks = await selectWeeks(db)
    .where((eb) => eb.or([eb('w.locked_position', 'is not', null), eb('w.id', '=', eb.ref('pool.current_week_id'))]))
    .execute()
  const weekIds = weeks.map((week) => week.id)
  const counts = await pickCounts(db, weekIds)
  return weeks.map(toWeekInfo).map((week) => ({ ...week, pick_count: counts.get(week.id) ?? 0 }))
}
