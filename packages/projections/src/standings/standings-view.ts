import { type QueryExecutorProvider, sql } from 'kysely'
import type { Tables } from '../tables/rows.ts'

// Raw SQL: a view definition.

/**
 * Creates the view `standings`, the SQL form of the domain's `deriveStanding` and `deriveSeasonOutcome`: every entry in every season, with the
 * week it fell in. A season is decided once a complete week leaves at most one entry alive, which is when the entry that lasted
 * second longest has fallen by then; the champions are those that lasted longest. All windows are partitioned by season, so
 * that a query about one season computes only that one.
 */
export async function createStandingsView(db: QueryExecutorProvider, tables: Tables): Promise<void> {
  await sql`
    CREATE VIEW ${tables.standings} AS
    SELECT season_year, entry_id, eliminated_week,
      coalesce(lasted = max(lasted) OVER season AND coalesce(nth_value(lasted, 2) OVER longest, lasted) <= last_complete_week, false)
        AS is_champion
    FROM (
      SELECT s.season_year, e.id AS entry_id, s.last_complete_week, least(h.week_number, l.week_number) AS eliminated_week,
        coalesce(least(h.week_number, l.week_number), ${sql.lit(STILL_ALIVE)}) AS lasted
      FROM (
        SELECT season_year, max(complete_week) AS last_complete_week
        FROM (
          SELECT season_year, CASE WHEN is_complete THEN week_number END AS complete_week FROM ${tables.week_results}
          UNION ALL SELECT season_year, NULL FROM ${tables.hand_eliminations}
        ) AS weeks
        GROUP BY season_year
      ) AS s
      CROSS JOIN ${tables.entries} AS e
      LEFT JOIN (
        SELECT season_year, entry_id, min(week_number) AS week_number FROM ${tables.unwaived_losses} GROUP BY season_year, entry_id
      ) AS l ON l.season_year = s.season_year AND l.entry_id = e.id
      LEFT JOIN ${tables.hand_eliminations} AS h ON h.season_year = s.season_year AND h.entry_id = e.id
    ) AS entries
    WINDOW season AS (PARTITION BY season_year),
      longest AS (PARTITION BY season_year ORDER BY lasted DESC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)`.execute(
    db,
  )
}

/** Later than any week: the greatest `integer`. */
const STILL_ALIVE = 2_147_483_647
