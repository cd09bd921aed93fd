import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import { slotsBy, weekSlots } from '../schedule/week-slots.ts'
import { type SchemaName, type Tables, tablesIn } from '../tables/rows.ts'

// Raw SQL: a condition on JSON, and one UPDATE of all weeks.

/**
 * Lets weeks for which somebody has picked keep their number of picks, before rules change (docs/rules.md §19).
 * @param rules the rules that will apply, as JSON
 * @param which the weeks `w` for which they will
 */
export async function keepPicksOfWeeks(
  db: QueryExecutorProvider,
  schema: SchemaName,
  rules: RawBuilder<unknown>,
  which: (tables: Tables) => RawBuilder<unknown>,
): Promise<void> {
  const tables = tablesIn(schema)
  const rule = (field: string) => sql`${rules} -> 'picksPerWeek' ->> ${sql.lit(field)}`
  await sql`
    UPDATE ${tables.weeks} AS w SET picks = ${weekSlots(tables, 'w')}
    WHERE w.picks IS NULL AND ${which(tables)} AND ${weekSlots(tables, 'w')} <> ${slotsBy('w', rule('fromWeek'), rule('picks'))}
      AND EXISTS (SELECT FROM ${tables.picks} AS p WHERE p.week_id = w.id AND NOT p.is_auto)`.execute(db)
}
