import type { Instant, UserId } from '@outlast/domain'
import { type Expression, QueryCreator, type QueryExecutorProvider, sql, type SqlBool } from 'kysely'
import type { Rows, SchemaName } from './rows.ts'
import type { ViewRows } from './view-rows.ts'

// Raw SQL fragments: array parameters, JSON values and a name, for use in the query builder.

type Relations = Rows & ViewRows

/** The tables that read models are read from: their own, the log and the accounts. */
export type Database = { readonly [T in keyof Relations as `projections.${T}`]: Relations[T] } & {
  readonly accounts: AccountRow
  readonly events: EventRow
}

interface AccountRow {
  readonly user_id: UserId
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly mobile: string | null
}

interface EventRow {
  readonly position: number
  readonly stream: string
  readonly type: string
  readonly schema_version: number
  readonly data: unknown
  readonly metadata: unknown
  readonly recorded_at: Instant
  readonly site_time: Instant
}

/** Kysely's typed builder on a connection or transaction, for reading the live tables. */
export function query(db: QueryExecutorProvider): QueryCreator<Database> {
  return new QueryCreator({ executor: db.getExecutor() })
}

/** Kysely's typed builder for the tables of one schema. */
export function queryIn(db: QueryExecutorProvider, schema: SchemaName): QueryCreator<Rows> {
  return new QueryCreator<Rows>({ executor: db.getExecutor() }).withSchema(schema)
}

/** `column = ANY (ids)`: one prepared statement whatever the number of ids. Every row matches when `ids` is undefined. */
export function isAny(column: string, ids: readonly number[] | undefined): Expression<SqlBool> {
  return ids === undefined ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(column)} = ANY (${ids}::bigint[])`
}

/** A value for a `jsonb` column. */
export function jsonb<T>(value: T): Expression<T> {
  return sql<T>`${JSON.stringify(value)}::jsonb`
}

/** The name by which people know an account `a` that was joined from the left: empty when the account was deleted. */
export const personName = sql<string>`coalesce(a.first_name || ' ' || a.last_name, '')`
