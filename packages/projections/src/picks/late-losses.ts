import { type QueryExecutorProvider, sql } from 'kysely'
import { seasonRule } from '../schedule/season-rule.ts'
import { AS_OWNER } from '../tables/as-owner.ts'
import type { Tables } from '../tables/rows.ts'

// Raw SQL: a function definition.

/**
 * Creates the function `late_losses`: the weeks that entries of a season missed because they joined later, where that costs a life (the
 * domain's `joinedAfter`), without those that were waived.
 */
export async function createLateLosses(db: QueryExecutorProvider, tables: Tables): Promise<void> {
  await sql`
    CREATE FUNCTION ${tables.late_losses}(of_season integer) RETURNS TABLE (entry_id bigint, week_number double precision) ${AS_OWNER} ROWS 1 BEGIN ATOMIC
      SELECT c.entry_id, w.week_number
      FROM ${tables.weeks} AS w JOIN ${tables.season_members} AS c ON c.season_year = w.season_year
      WHERE w.season_year = of_season AND w.locked_position IS NOT NULL AND w.agreed_position IS NULL
        AND c.joined_position > coalesce(w.first_lock_position, w.locked_position)
        AND ${seasonRule(tables, sql`of_season`, 'lateEntryLosses')}::boolean
        AND NOT EXISTS (SELECT FROM ${tables.picks} AS p WHERE p.week_id = w.id AND p.entry_id = c.entry_id)
        AND NOT EXISTS (
          SELECT FROM ${tables.waived_losses} AS f WHERE f.entry_id = c.entry_id AND f.week_id = w.id AND f.team IS NULL);
    END`.execute(db)
}
