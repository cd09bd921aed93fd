import type { WeekInfo } from '@outlast/contract/live/wire'
import { type QueryExecutorProvider, sql } from 'kysely'
import { pickCounts } from '../picks/pick-counts.ts'
import { readWeeks } from '../schedule/weeks.ts'

/** A week with its number of picks. */
export type PastWeek = WeekInfo & { readonly pick_count: number }

/** Returns every locked week and the current one, newest first. */
export async function pastWeeks(db: QueryExecutorProvider): Promise<readonly PastWeek[]> {
  const weeks = await readWeeks(db, sql`(w.locked_position IS NOT NULL OR w.id = pool.current_week_id)`)
  const counts = await pickCounts(
    db,
    weeks.map((week) => week.id),
  )
  return weeks.map((week) => ({ ...week, pick_count: counts.get(week.id) ?? 0 }))
}
