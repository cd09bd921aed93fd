import { type QueryExecutorProvider, sql } from 'kysely'
import type { Tables } from '../tables/rows.ts'
import { personName } from '../tables/query.ts'

// Raw SQL: a view definition.

/**
 * Creates the view `reveal`: for each week with a standing lock a row for every pick, and one for every entry that went into the
 * week alive without one, by the current results (the domain's `enteredWeekAlive`). Entries that joined the season after the lock are left out, and those
 * that joined after the deciding week.
 */
export async function createRevealRelation(db: QueryExecutorProvider, tables: Tables): Promise<void> {
  await sql`
    CREATE VIEW ${tables.reveal} AS
    SELECT shown.season_year, shown.week_number, shown.week_id, e.id AS entry_id, e.name AS entry_name, ${personName} AS user_name,
      shown.team_abbr, t.team_city, t.team_name,
      CASE WHEN shown.team_abbr IS NOT NULL THEN coalesce(w.results ->> shown.team_abbr, 'tbd') END AS result,
      w.result_times ->> shown.team_abbr AS result_at, shown.is_override, shown.is_auto
    FROM (
      SELECT season_year, week_number, week_id, entry_id, team_abbr, is_override, is_auto FROM ${tables.revealed_picks}
      UNION ALL
      SELECT w.season_year, w.week_number, w.id, e.entry_id, NULL, false, false
      FROM ${tables.weeks} AS w JOIN ${tables.season_entries} AS e ON e.season_year = w.season_year
      LEFT JOIN ${tables.decided_seasons} AS d ON d.season_year = w.season_year
      WHERE w.locked_position IS NOT NULL AND e.joined_position < w.locked_position AND e.lasted >= w.week_number
        AND (d.season_year IS NULL OR e.joined_position < d.lock_position)
        AND NOT EXISTS (SELECT FROM ${tables.revealed_picks} AS p WHERE p.week_id = w.id AND p.entry_id = e.entry_id)
    ) AS shown
    JOIN ${tables.entries} AS e ON e.id = shown.entry_id
    LEFT JOIN accounts AS a ON a.user_id = e.user_id
    LEFT JOIN ${tables.teams} AS t ON t.team_abbr = shown.team_abbr
    JOIN ${tables.week_results} AS w ON w.week_id = shown.week_id`.execute(db)
}
