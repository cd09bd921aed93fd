import { type QueryExecutorProvider, type RawBuilder, sql, type SqlBool } from 'kysely'
import { isSettledGame } from '../schedule/results-views.ts'
import { seasonRule } from '../schedule/season-rule.ts'
import { closedFor, openedFor } from './season-windows.ts'
import { createLateLosses } from '../picks/late-losses.ts'
import { AS_OWNER } from '../tables/as-owner.ts'
import type { Tables } from '../tables/rows.ts'

// Raw SQL: view definitions.

/**
 * Creates the views from which standings come, the SQL form of the domain's `deriveStanding`, `deriveWipeOuts` and `deriveSeasonOutcome`.
 *
 * `season_members` has the entries that joined a season (the domain's `joinedAt`), `season_falls` the weeks in which entries lost a life or
 * were eliminated by hand (a week that an entry missed by joining late costs one life, also if a pick of it was removed since), and
 * `season_lives` the lives of a season and the weeks whose losses nobody is out by. `eliminations` has the
 * entries that lost a life or were eliminated by hand, and `season_entries` all that joined, with the week they fell in. The first complete
 * week that leaves at most one of the entries that had joined before its lock alive decides the season, provided one of them fell; the
 * champions are those of them that lasted longest, and entries that joined later take no part. A week in which all agreed to share decides
 * it instead, as long as everybody who is alive after it agreed (the domain's `sharersOf`); its close is then the lock that counts. All parts
 * are grouped by season, so that a
 * query about one season computes only that one. `DISTINCT ON` keeps PostgreSQL from repeating the computation of a season at each place
 * that reads it: planning would take longer than the query.
 */
export async function createStandingsView(db: QueryExecutorProvider, tables: Tables): Promise<void> {
  const seasons = sql`(SELECT season_year FROM ${tables.weeks} UNION SELECT season_year FROM ${tables.hand_eliminations})`
  await sql`
    CREATE VIEW ${tables.season_members} AS
    SELECT s.season_year, e.id AS entry_id, coalesce(r.position, e.created_position) AS joined_position
    FROM (
      SELECT seasons.season_year, ${openedFor(tables, sql`seasons.season_year`)} AS opened,
        ${closedFor(tables, sql`seasons.season_year`)} AS closed
      FROM ${seasons} AS seasons
    ) AS s
    CROSS JOIN ${tables.entries} AS e
    LEFT JOIN ${tables.renewals} AS r ON r.season_year = s.season_year AND r.entry_id = e.id
    WHERE r.entry_id IS NOT NULL OR (e.created_position > s.opened AND e.created_position < s.closed)`.execute(db)
  await createLateLosses(db, tables)
  const lateLosses = sql`SELECT seasons.season_year, late.entry_id, late.week_number, false AS is_by_hand
      FROM ${seasons} AS seasons CROSS JOIN LATERAL ${tables.late_losses}(seasons.season_year) AS late`
  await sql`
    CREATE VIEW ${tables.season_falls} AS
    SELECT season_year, entry_id, array_agg(week_number ORDER BY week_number) FILTER (WHERE NOT is_by_hand) AS losses,
      min(week_number) FILTER (WHERE is_by_hand) AS by_hand
    FROM (
      SELECT season_year, entry_id, week_number, false AS is_by_hand FROM ${tables.unwaived_losses} AS lost
      WHERE NOT EXISTS (SELECT FROM (${lateLosses}) AS late
        WHERE late.season_year = lost.season_year AND late.entry_id = lost.entry_id AND late.week_number = lost.week_number)
      UNION ALL SELECT season_year, entry_id, week_number, true FROM ${tables.hand_eliminations}
      UNION ALL ${lateLosses}
    ) AS events
    GROUP BY season_year, entry_id`.execute(db)
  await createWipeOuts(db, tables)
  await sql`
    CREATE VIEW ${tables.season_lives} AS
    SELECT DISTINCT ON (season_year) season_year, lives,
      CASE WHEN revive_at_most IS NULL THEN '{}'::double precision[] ELSE ${tables.wipe_outs}(season_year, lives, revive_at_most) END AS wipe_outs
    FROM (
      SELECT season_year, ${seasonRule(tables, sql`seasons.season_year`, 'lives')}::integer AS lives,
        ${seasonRule(tables, sql`seasons.season_year`, 'wipeOut', 'reviveAtMost')}::integer AS revive_at_most
      FROM ${seasons} AS seasons
    ) AS rules`.execute(db)
  await sql`
    CREATE VIEW ${tables.eliminations} AS
    SELECT season_year, entry_id, eliminated_week, losses AS lost_weeks,
      least((SELECT count(*) FROM unnest(losses) AS lost WHERE lost <= coalesce(eliminated_week, lost)), last_place)::integer AS lives_lost
    FROM (
      SELECT f.season_year, f.entry_id, f.losses, ${decisivePlace(sql`f.losses`, sql`s.lives`, sql`s.wipe_outs`)} AS last_place,
        least(f.by_hand, ${decisiveWeek(sql`f.losses`, sql`s.lives`, sql`s.wipe_outs`)}) AS eliminated_week
      FROM ${tables.season_falls} AS f JOIN ${tables.season_lives} AS s ON s.season_year = f.season_year
    ) AS fallen`.execute(db)
  await sql`
    CREATE VIEW ${tables.season_entries} AS
    SELECT m.season_year, m.entry_id, m.joined_position, l.eliminated_week,
      coalesce(l.lives_lost, 0) AS lives_lost, s.lives, l.lost_weeks,
      CASE WHEN l.eliminated_week IS NULL THEN greatest(s.lives - coalesce(l.lives_lost, 0), 1) ELSE 0 END AS lives_left,
      coalesce(l.eliminated_week, ${sql.lit(STILL_ALIVE)}) AS lasted
    FROM ${tables.season_members} AS m
    JOIN (
      SELECT DISTINCT ON (season_year) season_year, ${seasonRule(tables, sql`seasons.season_year`, 'lives')}::integer AS lives
      FROM ${seasons} AS seasons
    ) AS s ON s.season_year = m.season_year
    LEFT JOIN ${tables.eliminations} AS l ON l.season_year = m.season_year AND l.entry_id = m.entry_id`.execute(db)
  await createTiebreakScores(db, tables)
  await sql`
    CREATE VIEW ${tables.decided_seasons} AS
    SELECT DISTINCT ON (d.season_year) d.*, CASE WHEN NOT t.breaks THEN NULL ELSE (
      SELECT max(${tables.tiebreak_scores}(d.season_year, d.week_number, c.entry_id)) FROM ${tables.season_entries} AS c
      WHERE c.season_year = d.season_year AND c.lasted = d.longest AND ${takesPartInWeek(tables, 'd')}
    ) END AS best
    FROM (
    SELECT DISTINCT ON (d.season_year) d.season_year, d.week_number, d.week_id, d.locked_position, d.first_lock_position,
      d.played_lock_position, d.longest, d.agreed_week
    FROM (
      SELECT w.season_year, w.week_number, w.week_id, w.locked_position, w.first_lock_position, w.played_lock_position,
        max(c.lasted) AS longest, NULL::double precision AS agreed_week
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
    ORDER BY d.season_year, d.week_number) AS d
    CROSS JOIN LATERAL (SELECT cardinality(${tiebreaks(tables, sql`d.season_year`)}) > 0 AS breaks) AS t`.execute(db)
  await sql`
    CREATE VIEW ${tables.standings} AS
    SELECT c.season_year, c.entry_id, c.eliminated_week, c.lives_left, c.lives_lost, coalesce(
        (c.lasted = d.longest AND (d.best IS NULL OR ${tables.tiebreak_scores}(d.season_year, d.week_number, c.entry_id) = d.best)) OR c.lasted > d.agreed_week, false) AS is_champion,
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

/** The tiebreaks of a season before `share`, as an array of text. */
function tiebreaks(tables: Tables, season: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`ARRAY(
    SELECT step FROM jsonb_array_elements_text(coalesce(${seasonRule(tables, season, 'tiebreak')}::jsonb, '["share"]')) WITH ORDINALITY AS steps (step, place)
    WHERE place < coalesce((
      SELECT min(place) FROM jsonb_array_elements_text(${seasonRule(tables, season, 'tiebreak')}::jsonb) WITH ORDINALITY AS own (step, place)
      WHERE step = 'share'), ${sql.lit(STILL_ALIVE)})
    ORDER BY place)`
}

/**
 * Creates the function `tiebreak_scores`: what an entry scores in the tiebreaks of a season up to its deciding week, in their order. The
 * greatest array is the champion's (the domain's `tieBreaker`).
 */
async function createTiebreakScores(db: QueryExecutorProvider, tables: Tables): Promise<void> {
  const own = sql`FROM ${tables.revealed_picks} AS p
    WHERE p.season_year = of_season AND p.week_number <= until_week AND p.entry_id = of_entry`
  await sql`
    CREATE FUNCTION ${tables.tiebreak_scores}(of_season integer, until_week double precision, of_entry bigint) RETURNS integer[] ${AS_OWNER} BEGIN ATOMIC
      SELECT ARRAY(
        SELECT CASE step
          WHEN 'margin' THEN (
            SELECT coalesce(sum((
              SELECT abs(g.home_score - g.away_score) FROM ${tables.games} AS g
              WHERE g.week_id = p.week_id AND p.team_abbr IN (g.home, g.away) AND ${isSettledGame()} ORDER BY g.id DESC LIMIT 1
            )), 0)::integer ${own} AND EXISTS (
              SELECT FROM ${tables.week_results} AS r WHERE r.week_id = p.week_id AND r.results ->> p.team_abbr = 'win'))
          ELSE (SELECT -count(*)::integer ${own} AND p.is_auto) END
        FROM unnest(${tiebreaks(tables, sql`of_season`)}) WITH ORDINALITY AS steps (step, place) ORDER BY place);
    END`.execute(db)
}

/** The week of the loss that takes the last life (the domain's `decisiveOf`); null if there is none. */
function decisiveWeek(
  losses: RawBuilder<unknown>,
  lives: RawBuilder<unknown>,
  wipeOuts: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`CASE WHEN ${wipeOuts} = '{}' THEN (${losses})[${lives}] ELSE (
    SELECT min(lost.week_number) FROM unnest(${losses}) WITH ORDINALITY AS lost (week_number, place)
    WHERE lost.place >= ${lives} AND lost.week_number <> ALL (${wipeOuts})) END`
}

/** Which loss takes the last life, from 1: further losses of that week cost none. */
function decisivePlace(
  losses: RawBuilder<unknown>,
  lives: RawBuilder<unknown>,
  wipeOuts: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`CASE WHEN ${wipeOuts} = '{}' THEN ${lives} ELSE (
    SELECT min(lost.place) FROM unnest(${losses}) WITH ORDINALITY AS lost (week_number, place)
    WHERE lost.place >= ${lives} AND lost.week_number <> ALL (${wipeOuts})) END`
}

/**
 * Creates the function `wipe_outs`: the weeks of a season in which all entries that were left lost their last life and come back (the
 * domain's `deriveWipeOuts`).
 */
async function createWipeOuts(db: QueryExecutorProvider, tables: Tables): Promise<void> {
  await sql`
    CREATE FUNCTION ${tables.wipe_outs}(of_season integer, of_lives integer, at_most integer) RETURNS double precision[] ${AS_OWNER} BEGIN ATOMIC
      WITH RECURSIVE complete AS (
        SELECT w.id AS week_id, w.week_number, w.locked_position, w.first_lock_position, w.played_lock_position,
          row_number() OVER (ORDER BY w.week_number) AS place
        FROM ${tables.weeks} AS w JOIN ${tables.week_results} AS r ON r.week_id = w.id
        WHERE w.season_year = of_season AND r.is_complete
      ), players AS MATERIALIZED (
        SELECT c.entry_id, c.joined_position, f.losses, f.by_hand
        FROM ${tables.season_members} AS c
        LEFT JOIN ${tables.season_falls} AS f ON f.season_year = c.season_year AND f.entry_id = c.entry_id
        WHERE c.season_year = of_season
      ), walk AS (
        SELECT 0::bigint AS place, '{}'::double precision[] AS found
        UNION ALL
        SELECT week.place, CASE WHEN cardinality(walk.found) < at_most AND (
          SELECT count(*) FILTER (WHERE fall.lasted = week.week_number AND NOT fall.is_by_hand) > 1
            AND count(*) FILTER (WHERE fall.lasted > week.week_number) = 0
          FROM players AS c
          CROSS JOIN LATERAL (
            SELECT coalesce(${decisiveWeek(sql`c.losses`, sql`of_lives`, sql`walk.found`)}, ${sql.lit(STILL_ALIVE)}) AS lost,
              coalesce(c.by_hand, ${sql.lit(STILL_ALIVE)}) AS by_hand
          ) AS own
          CROSS JOIN LATERAL (SELECT least(own.lost, own.by_hand) AS lasted, own.by_hand <= own.lost AS is_by_hand) AS fall
          WHERE ${takesPartInWeek(tables, 'week')}
            AND EXISTS (SELECT FROM ${tables.entrants} AS e WHERE e.week_id = week.week_id AND e.entry_id = c.entry_id) AND (
            EXISTS (SELECT FROM ${tables.revealed_picks} AS p WHERE p.week_id = week.week_id AND p.entry_id = c.entry_id)
            OR EXISTS (SELECT FROM ${tables.missed} AS m WHERE m.week_id = week.week_id AND m.entry_id = c.entry_id))
        ) THEN walk.found || week.week_number ELSE walk.found END
        FROM walk JOIN complete AS week ON week.place = walk.place + 1
      )
      SELECT found FROM walk ORDER BY place DESC LIMIT 1;
    END`.execute(db)
}

/** Later than any week: the greatest `integer`. */
const STILL_ALIVE = 2_147_483_647
