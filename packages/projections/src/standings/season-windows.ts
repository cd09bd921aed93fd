import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '../tables/rows.ts'

// Raw SQL fragments: the positions between which new entries belong to a season (the domain's `joinedAt`).

/** The position after which an entry was created that joined a season without a renewal. */
export function openedFor(tables: Tables, seasonYear: RawBuilder<unknown>): RawBuilder<number> {
  return sql`coalesce((SELECT position FROM ${tables.season_starts} WHERE season_year = ${seasonYear}), 0)`
}

/** The position before which an entry was created that joined a season without a renewal. */
export function closedFor(tables: Tables, seasonYear: RawBuilder<unknown>): RawBuilder<number> {
  return sql`coalesce((SELECT min(position) FROM ${tables.season_starts} WHERE season_year > ${seasonYear}), ${sql.lit(NEVER)})`
}

/** Later than any position. */
const NEVER = Number.MAX_SAFE_INTEGER
