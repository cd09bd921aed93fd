import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'

// Raw SQL: table definitions, which are made from the lists of columns below.

/** The schema of the tables for readers of SQL (docs/sql.md). */
const LIVE_SCHEMA = 'projections'

/** The version of the tables. Raise it with every change of them: at start, the server makes them anew. */
export const PROJECTIONS_VERSION = 37

const STANDING = { entry_id: 'bigint', entry_name: 'text', user_name: 'text' } as const

/** The columns of each table, in their order. */
export const COLUMNS = {
  reveal: {
    season_year: 'integer',
    week_number: 'double precision',
    week_id: 'bigint',
    ...STANDING,
    team_abbr: 'text',
    team_city: 'text',
    team_name: 'text',
    result: 'text',
    result_at: 'text',
    is_override: 'boolean',
    is_auto: 'boolean',
    lives_left: 'integer',
    losses: 'integer',
    more: 'json',
    slot: 'smallint',
  },
  matrix: {
    season_year: 'integer',
    ...STANDING,
    teams: 'json',
    results: 'json',
    auto: 'json',
    auto_teams: 'json',
    more: 'json',
    is_eliminated: 'boolean',
    eliminated_week: 'double precision',
    lives_left: 'integer',
    losses: 'integer',
    is_champion: 'boolean',
  },
  leaderboard: {
    season_year: 'integer',
    rank: 'bigint',
    ...STANDING,
    wins: 'bigint',
    losses: 'bigint',
    eliminated_week: 'double precision',
    lives_left: 'integer',
    is_champion: 'boolean',
  },
} as const

export type RelationName = keyof typeof COLUMNS
export const RELATIONS = Object.keys(COLUMNS) as readonly RelationName[]

/** The column that says to which part of a table a row belongs: a week or a season. */
export const PART_COLUMNS = { reveal: 'week_id', matrix: 'season_year', leaderboard: 'season_year' } as const satisfies {
  readonly [R in RelationName]: keyof (typeof COLUMNS)[R]
}

export const relation = (name: RelationName | 'checkpoint') => sql.id(LIVE_SCHEMA, name)

/** The columns of a table with their types, for a definition. */
export function typedColumns(name: RelationName): RawBuilder<unknown> {
  return sql.join(Object.entries(COLUMNS[name]).map(([column, type]) => sql`${sql.id(column)} ${sql.raw(type)}`))
}

/** Where the tables are: what the log has up to this position is in them. */
export interface Checkpoint {
  readonly position: number
  readonly version: number
}

/** Makes the tables anew, without rows, in the caller's transaction. What an older version had there is dropped: all of it was made from the log. */
export async function createRelations(db: QueryExecutorProvider): Promise<void> {
  const tables = RELATIONS.map(
    (name) => sql`CREATE TABLE ${relation(name)} (${typedColumns(name)}, PRIMARY KEY (${sql.id(PART_COLUMNS[name])}, entry_id))`,
  )
  await sql`
    DROP SCHEMA IF EXISTS ${sql.id(LIVE_SCHEMA)} CASCADE;
    DROP SCHEMA IF EXISTS projections_next CASCADE;
    DROP SCHEMA IF EXISTS projections_check CASCADE;
    CREATE SCHEMA ${sql.id(LIVE_SCHEMA)};
    ${sql.join(tables, sql`;`)};
    CREATE TABLE ${relation('checkpoint')} (
      only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      position bigint NOT NULL,
      version  integer NOT NULL
    );
    INSERT INTO ${relation('checkpoint')} (position, version) VALUES (0, ${sql.lit(PROJECTIONS_VERSION)})`.execute(db)
}

/** Returns `undefined` if there are no tables. */
export async function readCheckpoint(db: QueryExecutorProvider): Promise<Checkpoint | undefined> {
  const found = await sql<{ exists: boolean }>`SELECT to_regclass(${`${LIVE_SCHEMA}.checkpoint`}) IS NOT NULL AS exists`.execute(
    db,
  )
  if (found.rows[0]?.exists !== true) return undefined
  const { rows } = await sql<Checkpoint>`SELECT position, version FROM ${relation('checkpoint')}`.execute(db)
  return rows[0]
}
