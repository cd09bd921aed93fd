import type { EntryId, WeekId } from '@outlast/domain'
import { type QueryExecutorProvider, sql } from 'kysely'
import { LIVE } from '../tables/rows.ts'

/** Counts the picks of weeks, a number that is public (docs/rules.md §10.1). */
export async function pickCounts(db: QueryExecutorProvider, weekIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ week_id: WeekId; picks: number }>`
    SELECT week_id, count(*) AS picks FROM ${LIVE.picks} WHERE week_id = ANY (${weekIds}::bigint[])
    GROUP BY week_id`.execute(db)
  return new Map(rows.map((row) => [row.week_id, row.picks]))
}

/** Entries that have a pick in a week that is still open, by week id, ascending; weeks without any are left out. For admins. */
export async function openPicks(db: QueryExecutorProvider): Promise<Readonly<Record<string, readonly EntryId[]>>> {
  const { rows } = await sql<{ week_id: WeekId; entry_ids: readonly EntryId[] }>`
    SELECT p.week_id, json_agg(p.entry_id ORDER BY p.entry_id) AS entry_ids
    FROM ${LIVE.weeks} AS w JOIN ${LIVE.picks} AS p ON p.week_id = w.id
    WHERE w.locked_position IS NULL GROUP BY p.week_id ORDER BY p.week_id`.execute(db)
  return Object.fromEntries(rows.map((row) => [row.week_id, row.entry_ids]))
}
