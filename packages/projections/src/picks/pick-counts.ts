import type { EntryId } from '@outlast/domain'
import { type QueryExecutorProvider, sql } from 'kysely'
import { query } from '../tables/query.ts'
import { LIVE } from '../tables/rows.ts'

// Raw SQL: counts over joins, and the entries of a week aggregated to one JSON array.

/**
 * Counts the picks of weeks. The number is public before the lock too (docs/rules.md §10.1). After the lock, the picks of entries that
 * were already out do not count.
 */
export async function pickCounts(db: QueryExecutorProvider, weekIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const weeks = await sql<{ week_id: number; is_locked: boolean; picks: number }>`
    SELECT w.id AS week_id, w.locked_position IS NOT NULL AS is_locked, count(p.week_id) AS picks
    FROM ${LIVE.weeks} AS w LEFT JOIN ${LIVE.picks} AS p ON p.week_id = w.id AND w.locked_position IS NULL
    WHERE w.id = ANY (${weekIds}::bigint[])
    GROUP BY w.id`.execute(db)
  const locked = weeks.rows.filter((week) => week.is_locked).map((week) => week.week_id)
  const open = weeks.rows.filter(({ is_locked, picks }) => !is_locked && picks > 0)
  return new Map([...open, ...(await countsOfLocked(db, locked))].map(({ week_id, picks }) => [week_id, picks]))
}

/** Planning the view of standings takes longer than counting, so an open week, whose count each pick changes, does without it. */
async function countsOfLocked(db: QueryExecutorProvider, weekIds: readonly number[]) {
  if (weekIds.length === 0) return []
  const { rows } = await sql<{ week_id: number; picks: number }>`
    SELECT p.week_id, count(*) AS picks FROM ${LIVE.weeks} AS w JOIN ${LIVE.picks} AS p ON p.week_id = w.id
    JOIN ${LIVE.standings} AS s ON s.season_year = w.season_year AND s.entry_id = p.entry_id AND s.lasted >= w.week_number
    WHERE w.id = ANY (${weekIds}::bigint[]) AND w.locked_position IS NOT NULL
    GROUP BY p.week_id`.execute(db)
  return rows
}

/** Reads which entries have a pick in each open week, once for each pick, by week id, in ascending order. Weeks without picks are left out. For admins. */
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
