import { type QueryExecutorProvider, sql } from 'kysely'
import type { Tables } from '../tables/rows.ts'

// Raw SQL: a view definition.

/**
 * Creates the view `standings`, the SQL form of the domain's `deriveStanding` and `deriveSeasonOutcome`: every entry in every season, with
 * the week it fell in. The first complete week that leaves at most one of the entries that existed at its lock alive decides the
 * season, provided one of them fell; the champions are those of them that lasted longest. All parts are grouped by season, so that a
 * query about one season computes only that one.
 */
export async function createStandingsView(db: QueryExecutorProvider, tables: Tables): Promise<void> {
  await sql`
    CREATE VIEW ${tables.season_entries} AS
    SELECT s.season_year, e.id AS entry_id, e.created_position, least(h.week_number, l.week_number) AS eliminated_week,
      coalesce(least(h.week_number, l.week_number), ${sql.lit(STILL_ALIVE)}) AS lasted
    FROM (
      SELECT season_year FROM ${tables.weeks} UNION SELECT season_year FROM ${tables.hand_eliminations}
    ) AS s
    CROSS JOIN ${tables.entries} AS e
    LEFT JOIN (
      SELECT season_year, entry_id, min(week_number) AS week_number FROM ${tables.unwaived_losses} GROUP BY season_year, entry_id
    ) AS l ON l.season_year = s.season_year AND l.entry_id = e.id
    LEFT JOIN ${tables.hand_eliminations} AS h ON h.season_year = s.season_year AND h.entry_id = e.id`.execute(db)
  await sql`
    CREATE VIEW ${tables.standings} AS
    SELECT e.season_year, e.entry_id, e.eliminated_week,
      coalesce(e.created_position < d.lock_position AND e.lasted = d.longest, false) AS is_champion
    FROM ${tables.season_entries} AS e
    LEFT JOIN (
      SELECT DISTINCT ON (w.season_year) w.season_year, w.lock_position, max(c.lasted) AS longest
      FROM (
        SELECT r.season_year, r.week_number, w.locked_position AS lock_position
        FROM ${tables.week_results} AS r JOIN ${tables.weeks} AS w ON w.id = r.week_id
        WHERE r.is_complete
      ) AS w
      JOIN ${tables.season_entries} AS c ON c.season_year = w.season_year AND c.created_position < w.lock_position
      GROUP BY w.season_year, w.week_number, w.lock_position
      HAVING count(*) FILTER (WHERE c.lasted > w.week_number) <= 1 AND count(*) FILTER (WHERE c.lasted <= w.week_number) >= 1
      ORDER BY w.season_year, w.week_number
    ) AS d ON d.season_year = e.season_year`.execute(db)
}

/** Later than any week: the greatest `integer`. */
const STILL_ALIVE = 2_147_483_647
