import { type QueryExecutorProvider, type RawBuilder, sql, type SqlBool } from 'kysely'
import { seasonRule } from '../schedule/season-rule.ts'
import { closedFor, openedFor } from './season-windows.ts'
import type { Tables } from '../tables/rows.ts'

// Raw SQL: view definitions.

/**
 * Creates the views `eliminations`, `season_entries`, `decided_seasons` and `standings`, the SQL form of the domain's `deriveStanding` and
 * `deriveSeasonOutcome`.
 *
 * `eliminations` has the entries that lost a life or were eliminated by hand. `season_entries` has the entries that joined a season
 * (the domain's `joinedAt`), with the week they fell in. The first complete week that leaves at most one of the entries that had joined
 * before its lock alive decides the season, provided one of them fell; the champions are those of them that lasted longest, and
 * entries that joined later take no part. A week in which all agreed to share decides it instead, as long as everybody who is alive after it
 * agreed (the domain's `sharersOf`); its close is then the lock that counts. All parts are grouped by season, so that a
 * query about one season computes only that one.
 */
export async function createStandingsView(db: QueryExecutorProvider, tables: Tables): Promise<void> {
  await sql`
    CREATE VIEW ${tables.eliminations} AS
    SELECT season_year, entry_id, eliminated_week, losses AS lost_weeks,
      (SELECT count(*)::integer FROM unnest(losses) AS lost WHERE lost <= coalesce(eliminated_week, lost)) AS lives_lost
    FROM (
      SELECT l.season_year, l.entry_id, l.losses, least(l.by_hand, l.losses[rules.lives]) AS eliminated_week
      FROM (
        SELECT season_year, entry_id, array_agg(week_number ORDER BY week_number) FILTER (WHERE NOT is_by_hand) AS losses,
          min(week_number) FILTER (WHERE is_by_hand) AS by_hand
        FROM (
          SELECT season_year, entry_id, week_number, false AS is_by_hand FROM ${tables.unwaived_losses}
          UNION ALL SELECT season_year, entry_id, week_number, true FROM ${tables.hand_eliminations}
        ) AS events
        GROUP BY season_year, entry_id
      ) AS l
      CROSS JOIN LATERAL (
        SELECT ${seasonRule(tables, sql`l.season_year`, 'lives')}::integer AS lives
      ) AS rules
    ) AS fallen`.execute(db)
  await sql`
    CREATE VIEW ${tables.season_entries} AS
    SELECT s.season_year, e.id AS entry_id, coalesce(r.position, e.created_position) AS joined_position, l.eliminated_week,
      coalesce(l.lives_lost, 0) AS lives_lost, s.lives, l.lost_weeks,
      CASE WHEN l.eliminated_week IS NULL THEN s.lives - coalesce(l.lives_lost, 0) ELSE 0 END AS lives_left,
      coalesce(l.eliminated_week, ${sql.lit(STILL_ALIVE)}) AS lasted
    FROM (
      SELECT seasons.season_year, ${seasonRule(tables, sql`seasons.season_year`, 'lives')}::integer AS lives,
        ${openedFor(tables, sql`seasons.season_year`)} AS opened, ${closedFor(tables, sql`seasons.season_year`)} AS closed
      FROM (SELECT season_year FROM ${tables.weeks} UNION SELECT season_year FROM ${tables.hand_eliminations}) AS seasons
    ) AS s
    CROSS JOIN ${tables.entries} AS e
    LEFT JOIN ${tables.renewals} AS r ON r.season_year = s.season_year AND r.entry_id = e.id
    LEFT JOIN ${tables.eliminations} AS l ON l.season_year = s.season_year AND l.entry_id = e.id
    WHERE r.entry_id IS NOT NULL OR (e.created_position > s.opened AND e.created_position < s.closed)`.execute(db)
  await sql`
    CREATE VIEW ${tables.decided_seasons} AS
    SELECT DISTINCT ON (d.season_year) d.season_year, d.week_id, d.locked_position, d.first_lock_position, d.played_lock_position,
      d.longest, d.agreed_week
    FROM (
      SELECT w.season_year, w.week_number, w.week_id, w.locked_position, w.first_lock_position, w.played_lock_position,
        max(c.lasted) AS longest, NULL::integer AS agreed_week
      FROM (
        SELECT r.season_year, r.week_number, r.week_id, w.locked_position, w.first_lock_position, w.played_lock_position
        FROM ${tables.week_results} AS r JOIN ${tables.weeks} AS w ON w.id = r.week_id
        WHERE r.is_complete AND w.agreed_position IS NULL
      ) AS w
      JOIN ${tables.season_entries} AS c ON c.season_year = w.season_year AND ${takesPartInWeek(tables, 'w')}
      GROUP BY w.season_year, w.week_number, w.week_id, w.locked_position, w.first_lock_position, w.played_lock_position
      HAVING count(*) FILTER (WHERE c.lasted > w.week_number) <= 1 AND count(*) FILTER (WHERE c.lasted <= w.week_number) >= 1
      UNION ALL
      SELECT w.season_year, w.week_number, w.id, w.agreed_position, w.agreed_position, NULL, NULL, w.week_number
      FROM ${tables.weeks} AS w
      JOIN ${tables.season_entries} AS c ON c.season_year = w.season_year AND c.joined_position < w.agreed_position
      WHERE c.lasted > w.week_number
      GROUP BY w.season_year, w.week_number, w.id, w.agreed_position
      HAVING bool_and(w.split_vote -> 'entry_ids' @> to_jsonb(c.entry_id))
    ) AS d
    ORDER BY d.season_year, d.week_number`.execute(db)
  await sql`
    CREATE VIEW ${tables.standings} AS
    SELECT c.season_year, c.entry_id, c.eliminated_week, c.lives_left, c.lives_lost,
      coalesce(c.lasted = d.longest OR c.lasted > d.agreed_week, false) AS is_champion,
      c.joined_position, c.lasted, c.lives, c.lost_weeks
    FROM ${tables.season_entries} AS c
    LEFT JOIN ${tables.decided_seasons} AS d ON d.season_year = c.season_year
    WHERE d.season_year IS NULL OR ${takesPartInWeek(tables, 'd')}`.execute(db)
}

/**
 * Whether an entry `c` of a season takes part in a locked week of it (the domain's `takesPartInWeek`): it joined before the week's first
 * lock, or picked in it after that lock had been taken back before any game.
 * @param week the alias of a relation with the week's id and locks
 */
export function takesPartInWeek(tables: Tables, week: string): RawBuilder<SqlBool> {
  const column = (name: string): RawBuilder<unknown> => sql.ref(`${week}.${name}`)
  return sql`(c.joined_position < coalesce(${column('first_lock_position')}, ${column('locked_position')})
    OR (c.joined_position < coalesce(${column('played_lock_position')}, ${column('locked_position')}) AND EXISTS (
      SELECT FROM ${tables.revealed_picks} AS own WHERE own.week_id = ${column('week_id')} AND own.entry_id = c.entry_id)))`
}

/** Later than any week: the greatest `integer`. */
const STILL_ALIVE = 2_147_483_647
