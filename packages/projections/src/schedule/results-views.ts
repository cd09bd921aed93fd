import { GAME_LIFE, type GameState, TEAMS, UNKNOWN_TEAM } from '@outlast/domain'
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../tables/rows.ts'
import { seasonCountsAs } from './season-rule.ts'

// Raw SQL: view definitions.

/** Whether a game `g` is in a state for which the domain's table says so (docs/rules.md §4.9). */
function isInState(matches: (rules: (typeof GAME_LIFE)[GameState]) => boolean): RawBuilder<boolean> {
  const states = Object.entries(GAME_LIFE).flatMap(([state, rules]) => (matches(rules) ? [sql.lit(state)] : []))
  return sql`coalesce(g.phase, g.status) IN (${sql.join(states)})`
}

/** Whether a game `g` has a result that counts once its week is locked (the domain's `isSettled`). */
export function isSettledGame(): RawBuilder<boolean> {
  const hasUnknownTeam = sql`${sql.lit(UNKNOWN_TEAM)} IN (g.home, g.away)`
  return sql`(${isInState(({ settles }) => settles)} AND g.home_score IS NOT NULL AND g.away_score IS NOT NULL AND NOT ${hasUnknownTeam})`
}

/** Creates the view `teams`, and `week_results`, the SQL form of the domain's `settledResults` and `allGamesOver`. */
export async function createResultsViews(db: QueryExecutorProvider, tables: Tables): Promise<void> {
  const teams = TEAMS.map(({ abbr, city, name }) => sql`(${sql.lit(abbr)}, ${sql.lit(city)}, ${sql.lit(name)})`)
  await sql`CREATE VIEW ${tables.teams} (team_abbr, team_city, team_name) AS VALUES ${sql.join(teams)}`.execute(db)
  const isListed = isInState(({ newPicks }) => newPicks !== 'not_listed')
  const isPlayed = isInState(({ blocksWeek }) => !blocksWeek)
  const isClosed = sql`coalesce(g.phase IN ('closed', 'closed_as_loss'), false)`
  const losesBoth = isInState((rules) => rules.losesBoth === true)
  const resultOf = (own: string, other: string) => sql`CASE WHEN ${losesBoth} THEN 'loss' ELSE season.counts_as ->> CASE
    WHEN ${sql.ref(`g.${own}_score`)} > ${sql.ref(`g.${other}_score`)} THEN 'ahead'
    WHEN ${sql.ref(`g.${own}_score`)} < ${sql.ref(`g.${other}_score`)} THEN 'behind'
    ELSE 'level' END END`
  const hasUnknownTeam = sql`${sql.lit(UNKNOWN_TEAM)} IN (g.home, g.away)`
  // One row a week, results by team: PostgreSQL estimates a join of picks with weeks well, and one with teams' results badly.
  // The admin's "Set All to Final" settles a game before the lock; any other result counts once the picks are revealed.
  await sql`
    CREATE VIEW ${tables.week_results} AS
    SELECT w.id AS week_id, w.season_year, w.week_number, w.locked_position IS NOT NULL AS is_locked,
      w.locked_position IS NOT NULL AND coalesce(bool_and(
        g.final_by_admin OR ${isClosed} OR (${isPlayed} AND NOT g.result_unread AND NOT ${hasUnknownTeam})
      ) FILTER (WHERE ${isListed}), false) AS is_complete,
      coalesce(jsonb_object_agg(side.team, side.result ORDER BY ${losesBoth} DESC, g.id) FILTER (WHERE side.team IS NOT NULL), '{}') AS results,
      coalesce(jsonb_object_agg(side.team, g.result_at ORDER BY ${losesBoth} DESC, g.id) FILTER (WHERE side.team IS NOT NULL), '{}') AS result_times
    FROM ${tables.weeks} AS w
    CROSS JOIN LATERAL (SELECT ${seasonCountsAs(tables, sql`w.season_year`)} AS counts_as) AS season
    LEFT JOIN ${tables.games} AS g ON g.week_id = w.id
    LEFT JOIN LATERAL (VALUES
      (g.home, ${resultOf('home', 'away')}),
      (g.away, ${resultOf('away', 'home')})
    ) AS side(team, result)
      ON (${isSettledGame()} AND (w.locked_position IS NOT NULL OR g.final_by_admin))
        OR (${losesBoth} AND w.locked_position IS NOT NULL)
    GROUP BY w.id`.execute(db)
}
