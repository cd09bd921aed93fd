import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '../tables/rows.ts'
import { seasonRule } from './season-rule.ts'

// Raw SQL: an expression for queries and views.

/**
 * How many picks an entry has in a week (the domain's `slotCount`).
 * @param week the alias of the week's row in `weeks`
 */
export function weekSlots(tables: Pick<Tables, 'pool' | 'season_rules'>, week: string): RawBuilder<number> {
  const rule = (field: string) => seasonRule(tables, sql.ref(`${week}.season_year`), 'picksPerWeek', field)
  return sql`coalesce(${sql.ref(`${week}.picks`)}, ${slotsBy(week, rule('fromWeek'), rule('picks'))})`
}

/** How many picks an entry has in a week by a rule, whose fields are given. */
export function slotsBy(week: string, fromWeek: RawBuilder<unknown>, picks: RawBuilder<unknown>): RawBuilder<number> {
  return sql`CASE WHEN ${sql.ref(`${week}.week_number`)} >= (${fromWeek})::integer THEN (${picks})::integer ELSE 1 END`
}
