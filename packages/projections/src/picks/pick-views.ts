import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import { seasonRule } from '../schedule/season-rule.ts'
import { weekSlots } from '../schedule/week-slots.ts'
import { AS_OWNER } from '../tables/as-owner.ts'
import type { Tables } from '../tables/rows.ts'

// Raw SQL: view definitions.

/** Whether a row of `revealed_picks` is the first pick of its entry in the week. */
export function isFirstPick(tables: Pick<Tables, 'revealed_picks'>, pick: string): RawBuilder<boolean> {
  const column = (name: string): RawBuilder<unknown> => sql.ref(`${pick}.${name}`)
  return sql`(${column('slot')} = 1 OR NOT EXISTS (
    SELECT FROM ${tables.revealed_picks} AS before
    WHERE before.week_id = ${column('week_id')} AND before.entry_id = ${column('entry_id')} AND before.slot < ${column('slot')}))`
}

/**
 * Creates the function `waives_week`: whether the waived losses of an entry waive the whole week, because a week costs one life and the entry
 * still has a pick whose loss was waived, or still lacks it (the domain's `stillApplies`).
 */
async function createWaivesWeek(db: QueryExecutorProvider, tables: Tables): Promise<void> {
  const own = sql`FROM ${tables.picks} AS own WHERE own.week_id = of_week AND own.entry_id = of_entry`
  await sql`
    CREATE FUNCTION ${tables.waives_week}(of_week bigint, of_entry bigint) RETURNS boolean ${AS_OWNER} BEGIN ATOMIC
      SELECT ${seasonRule(tables, sql`w.season_year`, 'slotLoss')} <> 'each' AND EXISTS (
        SELECT FROM ${tables.waived_losses} AS f WHERE f.week_id = of_week AND f.entry_id = of_entry AND CASE WHEN f.team IS NULL
          THEN (SELECT count(*) ${own}) < ${weekSlots(tables, 'w')} ELSE EXISTS (SELECT ${own} AND own.team = f.team) END)
      FROM ${tables.weeks} AS w WHERE w.id = of_week;
    END`.execute(db)
}

/**
 * Creates the views `revealed_picks`, `unwaived_losses` and `entrants`, through which all other views see picks. The first has no week without a
 * standing lock; the second says that an entry lost, which is public, and not with which team; the third lists the entries that were in a
 * week when it locked, which have the leaves of the lock. The first two are security barriers, so
 * that a role that may read only `reveal`, `matrix` and `leaderboard` cannot see other rows through a function in its WHERE clause.
 */
export async function createPickViews(db: QueryExecutorProvider, tables: Tables): Promise<void> {
  await createWaivesWeek(db, tables)
  // The picks of a week in which all agreed to share cost nothing (docs/rules.md §18).
  const eachCosts = sql`${seasonRule(tables, sql`w.season_year`, 'slotLoss')} = 'each'`
  const isWaived = (loss: string, isLoss: RawBuilder<unknown>) => sql`EXISTS (
    SELECT FROM ${tables.waived_losses} AS f
    WHERE f.entry_id = ${sql.ref(`${loss}.entry_id`)} AND f.week_id = ${sql.ref(`${loss}.week_id`)}
      AND (${isLoss} OR ${tables.waives_week}(f.week_id, f.entry_id)))`
  const hasLost = (pick: string) =>
    sql`(w.results ->> ${sql.ref(`${pick}.team`)} = 'loss' AND NOT ${isWaived(pick, sql`f.team = ${sql.ref(`${pick}.team`)}`)})`
  const isCounted = sql`NOT EXISTS (SELECT FROM ${tables.weeks} AS agreed WHERE agreed.id = w.week_id AND agreed.agreed_position IS NOT NULL)`
  await sql`
    CREATE VIEW ${tables.revealed_picks} WITH (security_barrier) AS
    SELECT w.season_year, w.week_number, p.week_id, p.entry_id, p.slot, p.team AS team_abbr, p.is_override, p.is_auto
    FROM ${tables.weeks} AS w JOIN ${tables.picks} AS p ON p.week_id = w.id
    WHERE w.locked_position IS NOT NULL`.execute(db)
  await sql`
    CREATE VIEW ${tables.unwaived_losses} WITH (security_barrier) AS
    SELECT w.season_year, w.week_number, p.entry_id
    FROM ${tables.week_results} AS w JOIN ${tables.picks} AS p ON p.week_id = w.week_id
    WHERE ${hasLost('p')} AND ${isCounted} AND (p.slot = 1 OR ${eachCosts} OR NOT EXISTS (
      SELECT FROM ${tables.picks} AS first
      WHERE first.week_id = p.week_id AND first.entry_id = p.entry_id AND first.slot < p.slot AND ${hasLost('first')}))
    UNION ALL
    SELECT w.season_year, w.week_number, m.entry_id
    FROM ${tables.week_results} AS w
    JOIN ${tables.weeks} AS week ON week.id = w.week_id
    JOIN ${tables.missed} AS m ON m.week_id = w.week_id
    CROSS JOIN LATERAL (
      SELECT count(*) AS picked, count(*) FILTER (WHERE ${hasLost('p')}) AS lost
      FROM ${tables.picks} AS p WHERE p.week_id = m.week_id AND p.entry_id = m.entry_id
    ) AS own
    CROSS JOIN LATERAL generate_series(1, CASE WHEN ${eachCosts} THEN ${weekSlots(tables, 'week')} - own.picked
      WHEN own.lost = 0 AND own.picked < ${weekSlots(tables, 'week')} THEN 1 ELSE 0 END)
    CROSS JOIN ${tables.pool} AS pool
    LEFT JOIN ${tables.season_rules} AS r ON r.season_year = w.season_year
    WHERE w.is_complete AND ${isCounted} AND coalesce(r.rules, pool.rules) ->> 'missedPick' <> 'survives'
      AND NOT ${isWaived('m', sql`f.team IS NULL`)}`.execute(db)
  await sql`
    CREATE VIEW ${tables.entrants} AS
    SELECT week_id, unnest(entry_ids) AS entry_id FROM ${tables.locked_picks}`.execute(db)
}
