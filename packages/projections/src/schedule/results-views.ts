import { TEAMS } from '@outlast/domain'
import { type QueryExecutorProvider, sql } from 'kysely'
import type { Tables } from '../tables/rows.ts'

/** Creates the views `teams`, `team_results` and `complete_weeks`, the SQL form of the domain's `settledResults` and `allGamesFinal`. */
export async function createResultsViews(db: QueryExecutorProvider, tables: Tables): Promise<void> {
  const teams = TEAMS.map(({ abbr, city, name }) => sql`(${sql.lit(abbr)}, ${sql.lit(city)}, ${sql.lit(name)})`)
  await sql`CREATE VIEW ${tables.teams} (team_abbr, team_city, team_name) AS VALUES ${sql.join(teams)}`.execute(db)
  // The admin's "Set All to Final" settles a game before the lock; any other result counts once the picks are revealed.
  await sql`
    CREATE VIEW ${tables.team_results} AS
    SELECT DISTINCT ON (g.week_id, side.team_abbr)
      g.week_id, side.team_abbr, CASE WHEN side.own > side.other THEN 'win' ELSE 'loss' END AS result, g.result_at
    FROM ${tables.games} AS g
    JOIN ${tables.weeks} AS w ON w.id = g.week_id
    CROSS JOIN LATERAL (VALUES (g.home, g.home_score, g.away_score), (g.away, g.away_score, g.home_score))
      AS side(team_abbr, own, other)
    WHERE g.status = 'final' AND side.own IS NOT NULL AND side.other IS NOT NULL
      AND (w.locked_position IS NOT NULL OR g.final_by_admin)
    ORDER BY g.week_id, side.team_abbr, g.id DESC`.execute(db)
  await sql`
    CREATE VIEW ${tables.complete_weeks} AS
    SELECT w.id AS week_id, w.season_year, w.week_number FROM ${tables.weeks} AS w
    WHERE w.locked_position IS NOT NULL AND EXISTS (SELECT FROM ${tables.games} AS g WHERE g.week_id = w.id)
      AND NOT EXISTS (SELECT FROM ${tables.games} AS g WHERE g.week_id = w.id AND g.status <> 'final')`.execute(db)
}
