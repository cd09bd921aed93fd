import { TEAMS } from '@outlast/domain'
import { type QueryExecutorProvider, sql } from 'kysely'
import type { Tables } from '../tables/rows.ts'

// Raw SQL: view definitions.

/** Creates the view `teams`, and `week_results`, the SQL form of the domain's `settledResults` and `allGamesFinal`. */
export async function createResultsViews(db: QueryExecutorProvider, tables: Tables): Promise<void> {
  const teams = TEAMS.map(({ abbr, city, name }) => sql`(${sql.lit(abbr)}, ${sql.lit(city)}, ${sql.lit(name)})`)
  await sql`CREATE VIEW ${tables.teams} (team_abbr, team_city, team_name) AS VALUES ${sql.join(teams)}`.execute(db)
  // One row a week, results by team: PostgreSQL estimates a join of picks with weeks well, and one with teams' results badly.
  // The admin's "Set All to Final" settles a game before the lock; any other result counts once the picks are revealed.
  await sql`
    CREATE VIEW ${tables.week_results} AS
    SELECT w.id AS week_id, w.season_year, w.week_number, w.locked_position IS NOT NULL AS is_locked,
      w.locked_position IS NOT NULL AND coalesce(bool_and(g.status = 'final'), false) AS is_complete,
      coalesce(jsonb_object_agg(side.team, side.result ORDER BY g.id) FILTER (WHERE side.team IS NOT NULL), '{}') AS results,
      coalesce(jsonb_object_agg(side.team, g.result_at ORDER BY g.id) FILTER (WHERE side.team IS NOT NULL), '{}') AS result_times
    FROM ${tables.weeks} AS w
    LEFT JOIN ${tables.games} AS g ON g.week_id = w.id
    LEFT JOIN LATERAL (VALUES
      (g.home, CASE WHEN g.home_score > g.away_score THEN 'win' ELSE 'loss' END),
      (g.away, CASE WHEN g.away_score > g.home_score THEN 'win' ELSE 'loss' END)
    ) AS side(team, result)
      ON g.status = 'final' AND g.home_score IS NOT NULL AND g.away_score IS NOT NULL
        AND (w.locked_position IS NOT NULL OR g.final_by_admin)
    GROUP BY w.id`.execute(db)
}
