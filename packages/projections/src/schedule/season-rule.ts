import type { RuleName, ScoreMeaning } from '@outlast/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '../tables/rows.ts'

// Raw SQL: subqueries for views and selects.

/**
 * The value of a rule in a season as text (the domain's `rulesOf`). Null for a rule that is newer than the stored rules, which
 * have its default.
 * @param season an expression of the surrounding query
 * @param field a field of a rule whose value is a group; null if its value is a name
 */
export function seasonRule(
  tables: Pick<Tables, 'pool' | 'season_rules'>,
  season: RawBuilder<unknown>,
  name: RuleName,
  field?: string,
): RawBuilder<string | null> {
  const path = field === undefined ? sql`->> ${sql.lit(name)}` : sql`-> ${sql.lit(name)} ->> ${sql.lit(field)}`
  return sql`(SELECT coalesce(rules.rules, pool.rules) ${path}
    FROM ${tables.pool} AS pool LEFT JOIN ${tables.season_rules} AS rules ON rules.season_year = ${season})`
}

/** What scores count as in a season (the domain's `countsAsUnder`). */
export function seasonCountsAs(
  tables: Pick<Tables, 'pool' | 'season_rules'>,
  season: RawBuilder<unknown>,
): RawBuilder<ScoreMeaning> {
  return sql`(SELECT coalesce(rules.counts_as, pool.counts_as)
    FROM ${tables.pool} AS pool LEFT JOIN ${tables.season_rules} AS rules ON rules.season_year = ${season})`
}
