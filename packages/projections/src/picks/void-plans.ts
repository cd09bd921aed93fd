import { type EventData, parsePickId, type WeekId } from '@outlast/domain'
import { type QueryExecutorProvider, sql } from 'kysely'
import { type SchemaName, tablesIn } from '../tables/rows.ts'

// Raw SQL: rows are moved between two tables with the same columns.

/**
 * Takes a plan out of the picks, because it was void when its week locked (docs/rules.md §3.9), or turned out since to be of a team without a
 * game (§3.10).
 */
export async function setVoidPlanAside(
  db: QueryExecutorProvider,
  schema: SchemaName,
  { pickId, usedIn, unmissed }: EventData['PickCleared'],
): Promise<void> {
  const tables = tablesIn(schema)
  const { weekId, entryId, slot } = parsePickId(pickId)
  const isPlan = sql`week_id = ${weekId} AND entry_id = ${entryId} AND slot = ${slot}`
  // A statement of its own: in one statement, the insert would conflict with the row that it deletes.
  await sql`DELETE FROM ${tables.void_plans} WHERE ${isPlan}`.execute(db)
  await sql`
    WITH plan AS (DELETE FROM ${tables.picks} WHERE ${isPlan} RETURNING *)
    INSERT INTO ${tables.void_plans} SELECT * FROM plan`.execute(db)
  if (usedIn !== undefined || unmissed === true) return
  await sql`
    INSERT INTO ${tables.missed} (week_id, entry_id)
    SELECT w.id, e.id FROM ${tables.weeks} AS w CROSS JOIN ${tables.entries} AS e
    WHERE w.id = ${weekId} AND w.locked_position IS NOT NULL AND e.id = ${entryId}
    ON CONFLICT DO NOTHING`.execute(db)
}

/** Makes a pick that counted as missed since the lock a pick again, as it was. */
export async function restorePick(
  db: QueryExecutorProvider,
  schema: SchemaName,
  { pickId, unmissed }: EventData['PickRestored'],
): Promise<void> {
  const tables = tablesIn(schema)
  const { weekId, entryId, slot } = parsePickId(pickId)
  await sql`
    WITH plan AS (
      DELETE FROM ${tables.void_plans} WHERE week_id = ${weekId} AND entry_id = ${entryId} AND slot = ${slot} RETURNING *)
    INSERT INTO ${tables.picks} SELECT * FROM plan`.execute(db)
  if (unmissed === true) {
    await sql`DELETE FROM ${tables.missed} WHERE week_id = ${weekId} AND entry_id = ${entryId}`.execute(db)
  }
}

/**
 * Makes the void plans of a week that reopens picks again, unless another pick than an automatic one has replaced them since, or
 * their game has moved to another week. Automatic ones are given back by the next lock.
 */
export async function restoreVoidPlans(db: QueryExecutorProvider, schema: SchemaName, weekId: WeekId): Promise<void> {
  const tables = tablesIn(schema)
  await sql`
    WITH plans AS (
      DELETE FROM ${tables.void_plans} AS plan WHERE week_id = ${weekId} AND NOT coalesce((
        SELECT bool_and(g.phase IS NOT DISTINCT FROM 'moved') FROM ${tables.games} AS g
        WHERE g.week_id = plan.week_id AND plan.team IN (g.home, g.away)), false)
      RETURNING *
    )
    INSERT INTO ${tables.picks} AS held SELECT * FROM plans
    WHERE NOT plans.is_auto AND NOT EXISTS (
      SELECT FROM ${tables.picks} AS p
      WHERE p.week_id = plans.week_id AND p.entry_id = plans.entry_id AND p.team = plans.team AND NOT p.is_auto)
    ON CONFLICT (week_id, entry_id, slot) DO UPDATE SET team = excluded.team, is_override = excluded.is_override,
      is_auto = excluded.is_auto, by_member = excluded.by_member, version = excluded.version,
      created_at = excluded.created_at, updated_at = excluded.updated_at
    WHERE held.is_auto`.execute(db)
}
