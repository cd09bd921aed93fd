import { type QueryExecutorProvider, sql } from 'kysely'
import type { Tables } from '../tables/rows.ts'
import { takesPartInWeek } from '../standings/standings-view.ts'
import { isFirstPick } from '../picks/pick-views.ts'
import { weekSlots } from '../schedule/week-slots.ts'
import { personName } from '../tables/query.ts'

// Raw SQL: a view definition.

/**
 * Creates the view `reveal`: for each week with a standing lock a row for every entry that went into the week alive, by the current
 * results (the domain's `enteredWeekAlive`): those that have a pick, and those without one that take part in the week, with the lives that
 * the week left them. Entries that joined after the deciding week are left out.
 */
export async function createRevealRelation(db: QueryExecutorProvider, tables: Tables): Promise<void> {
  await sql`
    CREATE VIEW ${tables.reveal} AS
    SELECT c.season_year, w.week_number, w.week_id, e.id AS entry_id, e.name AS entry_name, ${personName} AS user_name,
      p.team_abbr, t.team_city, t.team_name,
      CASE WHEN p.team_abbr IS NOT NULL THEN coalesce(w.results ->> p.team_abbr, 'tbd') END AS result,
      w.result_times ->> p.team_abbr AS result_at, coalesce(p.is_override, false) AS is_override, coalesce(p.is_auto, false) AS is_auto,
      CASE WHEN c.lasted = w.week_number THEN 0 ELSE greatest(c.lives - lost.lives, 1) END AS lives_left, lost.lives AS losses,
      CASE WHEN l.slots > 1 THEN (
        SELECT json_agg(json_build_object('slot', o.slot, 'team_abbr', o.team_abbr, 'result', coalesce(w.results ->> o.team_abbr, 'tbd'),
          'result_at', w.result_times ->> o.team_abbr, 'is_override', o.is_override, 'is_auto', o.is_auto) ORDER BY o.slot)
        FROM ${tables.revealed_picks} AS o WHERE o.week_id = w.week_id AND o.entry_id = c.entry_id AND o.slot > p.slot
      ) END AS more, p.slot
    FROM ${tables.week_results} AS w
    JOIN (
      SELECT DISTINCT ON (week.id) week.id, week.locked_position, week.first_lock_position, week.played_lock_position,
        ${weekSlots(tables, 'week')} AS slots
      FROM ${tables.weeks} AS week
    ) AS l ON l.id = w.week_id
    JOIN LATERAL (SELECT l.id AS week_id, l.locked_position, l.first_lock_position, l.played_lock_position) AS lock ON true
    JOIN ${tables.standings} AS c ON c.season_year = w.season_year AND c.lasted >= w.week_number
    CROSS JOIN LATERAL (
      SELECT least(count(*), c.lives_lost)::integer AS lives FROM unnest(c.lost_weeks) AS lost_week WHERE lost_week <= w.week_number
    ) AS lost
    JOIN ${tables.entries} AS e ON e.id = c.entry_id
    LEFT JOIN ${tables.revealed_picks} AS p ON p.week_id = w.week_id AND p.entry_id = c.entry_id AND ${isFirstPick(tables, 'p')}
    LEFT JOIN accounts AS a ON a.user_id = e.user_id
    LEFT JOIN ${tables.teams} AS t ON t.team_abbr = p.team_abbr
    WHERE w.is_locked AND (p.entry_id IS NOT NULL OR ${takesPartInWeek(tables, 'lock')})`.execute(db)
}
