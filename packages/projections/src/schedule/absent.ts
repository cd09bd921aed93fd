import type { EntryId, WeekId } from '@outlast/domain'
import { type QueryExecutorProvider, sql } from 'kysely'
import { type SchemaName, tablesIn } from '../tables/rows.ts'

// Raw SQL, because one query compares a season's picks with the leaves of its locks.

/** Reads the entries that have a pick in a locked week, or missed it, although they were not in it when it locked, by week. */
export async function readAbsent(
  db: QueryExecutorProvider,
  schema: SchemaName,
  seasonYear: number,
): Promise<ReadonlyMap<WeekId, readonly EntryId[]>> {
  const tables = tablesIn(schema)
  const { rows } = await sql<{ week_id: WeekId; absent: readonly EntryId[] }>`
    SELECT week_id, json_agg(entry_id ORDER BY entry_id) AS absent
    FROM (
      SELECT week_id, entry_id FROM ${tables.revealed_picks} WHERE season_year = ${seasonYear}
      UNION SELECT m.week_id, m.entry_id
      FROM ${tables.missed} AS m JOIN ${tables.weeks} AS w ON w.id = m.week_id
      WHERE w.season_year = ${seasonYear} AND w.locked_position IS NOT NULL
    ) AS present
    WHERE NOT EXISTS (SELECT FROM ${tables.entrants} AS e WHERE e.week_id = present.week_id AND e.entry_id = present.entry_id)
    GROUP BY week_id`.execute(db)
  return new Map(rows.map((row) => [row.week_id, row.absent]))
}
