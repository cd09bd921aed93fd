import type { EntryId } from '@outlast/domain'
import { type QueryExecutorProvider, sql } from 'kysely'
import { isAny, query } from '../tables/query.ts'

// Raw SQL fragment: the entries of a week are aggregated to one JSON array.

/** Counts the picks of weeks. The number is public before the lock too (docs/rules.md §10.1). */
export async function pickCounts(db: QueryExecutorProvider, weekIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await query(db)
    .selectFrom('projections.picks')
    .select((eb) => ['week_id', eb.fn.countAll<number>().as('picks')])
    .where(isAny('week_id', weekIds))
    .groupBy('week_id')
    .execute()
  return new Map(rows.map((row) => [row.week_id, row.picks]))
}

/** Reads which entries have a pick in each open week, by week id, in ascending order. Weeks without picks are left out. For admins. */
export async function openPicks(db: QueryExecutorProvider): Promise<Readonly<Record<string, readonly EntryId[]>>> {
  const rows = await query(db)
    .selectFrom('projections.weeks as w')
    .innerJoin('projections.picks as p', 'p.week_id', 'w.id')
    .select(['p.week_id', sql<readonly EntryId[]>`json_agg(p.entry_id ORDER BY p.entry_id)`.as('entry_ids')])
    .where('w.locked_position', 'is', null)
    .groupBy('p.week_id')
    .orderBy('p.week_id')
    .execute()
  return Object.fromEntries(rows.map((row) => [row.week_id, row.entry_ids]))
}
