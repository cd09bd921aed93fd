import { type QueryExecutorProvider, sql } from 'kysely'
import type { Tables } from '../tables/rows.ts'
import { personName } from '../tables/query.ts'

// Raw SQL: a view definition.

/**
 * Creates the view `leaderboard`: champions first, who share the first rank; then the entries that are alive, then those that
 * fell later; among them more lives left, then more wins, then fewer losses. Entries that are equal in all of this share a rank.
 */
export async function createLeaderboardRelation(db: QueryExecutorProvider, tables: Tables): Promise<void> {
  await sql`
    CREATE VIEW ${tables.leaderboard} AS
    SELECT s.season_year, rank() OVER (
        PARTITION BY s.season_year
        ORDER BY s.is_champion DESC,
          CASE WHEN NOT s.is_champion THEN s.eliminated_week END DESC NULLS FIRST,
          CASE WHEN NOT s.is_champion THEN s.lives_left END DESC,
          CASE WHEN NOT s.is_champion THEN coalesce(c.wins, 0) END DESC,
          CASE WHEN NOT s.is_champion THEN coalesce(c.losses, 0) END
      ) AS rank,
      e.id AS entry_id, e.name AS entry_name, ${personName} AS user_name,
      coalesce(c.wins, 0) AS wins, coalesce(c.losses, 0) AS losses, s.eliminated_week, s.lives_left,
      s.is_champion
    FROM ${tables.standings} AS s
    JOIN ${tables.entries} AS e ON e.id = s.entry_id
    LEFT JOIN accounts AS a ON a.user_id = e.user_id
    LEFT JOIN (
      SELECT p.season_year, p.entry_id, count(*) FILTER (WHERE w.results ->> p.team_abbr = 'win') AS wins,
        count(*) FILTER (WHERE w.results ->> p.team_abbr = 'loss') AS losses
      FROM ${tables.revealed_picks} AS p
      JOIN ${tables.week_results} AS w ON w.week_id = p.week_id
      GROUP BY p.season_year, p.entry_id
    ) AS c ON c.season_year = s.season_year AND c.entry_id = s.entry_id`.execute(db)
}
