import { type QueryExecutorProvider, sql } from 'kysely'
import type { Tables } from '../tables/rows.ts'
import { isFirstPick } from '../picks/pick-views.ts'
import { personName } from '../tables/query.ts'

// Raw SQL: a view definition.

/**
 * Creates the view `matrix`: every entry in every season, with the teams of its revealed picks and their results by week number,
 * as in `{"1": "KC", "2": "BUF"}` and `{"1": "win", "2": "tbd"}`, the weeks and teams of automatic picks, and the
 * other teams of weeks with several.
 */
export async function createMatrixRelation(db: QueryExecutorProvider, tables: Tables): Promise<void> {
  await sql`
    CREATE VIEW ${tables.matrix} AS
    SELECT s.season_year, e.id AS entry_id, e.name AS entry_name, ${personName} AS user_name,
      coalesce(p.teams, '{}') AS teams, coalesce(p.results, '{}') AS results, coalesce(p.auto, '[]') AS auto,
      coalesce(p.auto_teams, '[]') AS auto_teams, p.more,
      s.eliminated_week IS NOT NULL AS is_eliminated, s.eliminated_week, s.lives_left, s.lives_lost AS losses,
      s.is_champion
    FROM ${tables.standings} AS s
    JOIN ${tables.entries} AS e ON e.id = s.entry_id
    LEFT JOIN accounts AS a ON a.user_id = e.user_id
    LEFT JOIN (
      SELECT p.season_year, p.entry_id, json_object_agg(p.week_number, p.team_abbr) FILTER (WHERE ${isFirstPick(tables, 'p')}) AS teams,
        json_object_agg(p.week_number, coalesce(w.results ->> p.team_abbr, 'tbd')) FILTER (WHERE ${isFirstPick(tables, 'p')}) AS results,
        (SELECT json_object_agg(other.week_number, other.teams) FROM (
          SELECT one.week_number, json_agg(one.team ORDER BY one.slot) AS teams
          FROM unnest(array_agg(p.week_number) FILTER (WHERE NOT ${isFirstPick(tables, 'p')}), array_agg(p.slot) FILTER (WHERE NOT ${isFirstPick(tables, 'p')}),
            array_agg(p.team_abbr) FILTER (WHERE NOT ${isFirstPick(tables, 'p')})) AS one (week_number, slot, team)
          GROUP BY one.week_number) AS other) AS more,
        json_agg(p.week_number ORDER BY p.week_number, p.slot) FILTER (WHERE p.is_auto) AS auto,
        json_agg(p.team_abbr ORDER BY p.week_number, p.slot) FILTER (WHERE p.is_auto) AS auto_teams
      FROM ${tables.revealed_picks} AS p LEFT JOIN ${tables.week_results} AS w ON w.week_id = p.week_id
      GROUP BY p.season_year, p.entry_id
    ) AS p ON p.season_year = s.season_year AND p.entry_id = s.entry_id`.execute(db)
}
