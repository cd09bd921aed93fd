import { type QueryExecutorProvider, sql } from 'kysely'
import type { Tables } from '../tables/rows.ts'
import { personName } from '../tables/sql.ts'

/** Creates the view `matrix`: every entry in every season, with its revealed picks by week number. */
export async function createMatrixRelation(db: QueryExecutorProvider, tables: Tables): Promise<void> {
  await sql`
    CREATE VIEW ${tables.matrix} AS
    SELECT s.season_year, e.id AS entry_id, e.name AS entry_name, ${personName} AS user_name,
      coalesce(p.picks, '{}') AS picks, s.eliminated_week IS NOT NULL AS is_eliminated, s.eliminated_week, s.is_champion
    FROM ${tables.standings} AS s
    JOIN ${tables.entries} AS e ON e.id = s.entry_id
    LEFT JOIN accounts AS a ON a.user_id = e.user_id
    LEFT JOIN (
      SELECT p.season_year, p.entry_id, json_object_agg(
          p.week_number, json_build_object('team_abbr', p.team_abbr, 'result', coalesce(r.result, 'tbd'))) AS picks
      FROM ${tables.revealed_picks} AS p
      LEFT JOIN ${tables.team_results} AS r ON r.week_id = p.week_id AND r.team_abbr = p.team_abbr
      GROUP BY p.season_year, p.entry_id
    ) AS p ON p.season_year = s.season_year AND p.entry_id = s.entry_id`.execute(db)
}
