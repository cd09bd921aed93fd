import type { EventData, WeekId } from '@outlast/domain'
import { type QueryExecutorProvider, sql } from 'kysely'
import { type SchemaName, tablesIn } from '../tables/rows.ts'

// Raw SQL: rows are moved between two tables with the same columns.

/** Takes a plan out of the picks, because it was void when its week locked (docs/rules.md §3.9). */
export async function setVoidPlanAside(
  db: QueryExecutorProvider,
  schema: SchemaName,
  { weekId, entryId }: Pick<EventData['PickCleared'], 'weekId' | 'entryId'>,
): Promise<void> {
  const tables = tablesIn(schema)
  await sql`
    WITH plan AS (DELETE FROM ${tables.picks} WHERE week_id = ${weekId} AND entry_id = ${entryId} RETURNING *),
      earlier AS (DELETE FROM ${tables.void_plans} WHERE week_id = ${weekId} AND entry_id = ${entryId})
    INSERT INTO ${tables.void_plans} SELECT * FROM plan`.execute(db)
}

/**
 * Makes the void plans of a week that reopens picks again, unless another pick than an automatic one has replaced them since.
 */
export async function restoreVoidPlans(db: QueryExecutorProvider, schema: SchemaName, weekId: WeekId): Promise<void> {
  const tables = tablesIn(schema)
  await sql`
    WITH plans AS (
      DELETE FROM ${tables.void_plans} WHERE week_id = ${weekId} RETURNING *
    )
    INSERT INTO ${tables.picks} AS held SELECT * FROM plans
    ON CONFLICT (week_id, entry_id) DO UPDATE SET team = excluded.team, is_override = excluded.is_override,
      is_auto = excluded.is_auto, by_member = excluded.by_member, version = excluded.version,
      created_at = excluded.created_at, updated_at = excluded.updated_at
    WHERE held.is_auto`.execute(db)
}
