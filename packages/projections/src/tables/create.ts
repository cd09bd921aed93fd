import { countsAsUnder, DEFAULT_CLUBHOUSE_SCREEN, DEFAULT_RULES, NEW_SETUP } from '@outlast/domain'
import { type QueryExecutorProvider, sql } from 'kysely'
import {
  type CheckpointRow,
  PROJECTIONS_VERSION,
  type SchemaName,
  TABLE_NAMES,
  type TableName,
  type Tables,
  tablesIn,
} from './rows.ts'

// Raw SQL: table definitions.

/** Creates the schema and its tables as they are before the first event. Fails if the schema exists. */
export async function createTables(db: QueryExecutorProvider, schema: SchemaName): Promise<void> {
  const tables = tablesIn(schema)
  await sql`CREATE SCHEMA ${sql.id(schema)}`.execute(db)
  await createPeople(db, tables)
  await createRequests(db, tables)
  await createSchedule(db, tables)
  await createPicks(db, tables)
  await createPool(db, tables)
}

/** Makes tables unlogged: a crash empties them, and writing takes half the time. Only for tables that are not in use yet. */
export async function makeUnlogged(db: QueryExecutorProvider, schema: SchemaName): Promise<void> {
  const tables = tablesIn(schema)
  for (const name of TABLE_NAMES) await sql`ALTER TABLE ${tables[name]} SET UNLOGGED`.execute(db)
}

/**
 * Makes unlogged tables durable and updates the planner's statistics, which autovacuum would do later. Tables are processed in parallel if
 * `db` has several connections.
 */
export async function makeDurable(db: QueryExecutorProvider, schema: SchemaName): Promise<void> {
  const tables = tablesIn(schema)
  const make = async (name: TableName): Promise<void> => {
    await sql`ALTER TABLE ${tables[name]} SET LOGGED`.execute(db)
    await sql`ANALYZE ${tables[name]}`.execute(db)
  }
  await Promise.all(TABLE_NAMES.map(make))
}

/** Drops a schema with everything in it, if it exists. */
export async function dropTables(db: QueryExecutorProvider, schema: SchemaName): Promise<void> {
  await sql`DROP SCHEMA IF EXISTS ${sql.id(schema)} CASCADE`.execute(db)
}

/** Reads the position and version of a schema's tables. Returns `undefined` if they do not exist. */
export async function readCheckpoint(
  db: QueryExecutorProvider,
  schema: SchemaName,
): Promise<Pick<CheckpointRow, 'position' | 'version'> | undefined> {
  const found = await sql<{ exists: boolean }>`SELECT to_regclass(${`${schema}.checkpoint`}) IS NOT NULL AS exists`.execute(db)
  if (found.rows[0]?.exists !== true) return undefined
  const { rows } = await sql<CheckpointRow>`SELECT position, version FROM ${tablesIn(schema).checkpoint}`.execute(db)
  return rows[0]
}

async function createPeople(db: QueryExecutorProvider, tables: Tables): Promise<void> {
  await sql`
    CREATE TABLE ${tables.users} (
      id                       bigint PRIMARY KEY,
      is_admin                 boolean NOT NULL,
      password_chosen_by_admin boolean NOT NULL,
      is_waiting               boolean NOT NULL,
      sealed_since             text COLLATE "C",
      sealed_until             text COLLATE "C",
      sealed_before            bigint,
      created_at               text COLLATE "C" NOT NULL
    )`.execute(db)
  await sql`
    CREATE TABLE ${tables.entries} (
      id               bigint PRIMARY KEY,
      user_id          bigint NOT NULL,
      name             text NOT NULL,
      payment_type     text,
      paid_date        text,
      payment_claimed_at text COLLATE "C",
      created_at       text COLLATE "C" NOT NULL,
      updated_at       text COLLATE "C" NOT NULL,
      created_position bigint NOT NULL,
      version          bigint NOT NULL,
      refused_override jsonb
    )`.execute(db)
  await sql`CREATE INDEX ON ${tables.entries} (user_id)`.execute(db)
  await sql`
    CREATE TABLE ${tables.hand_eliminations} (
      entry_id    bigint NOT NULL,
      season_year integer NOT NULL,
      week_number double precision NOT NULL,
      PRIMARY KEY (entry_id, season_year)
    )`.execute(db)
}

/** What a member asked for an entry: the teams for automatic picks, and to be bought back in. */
async function createRequests(db: QueryExecutorProvider, tables: Tables): Promise<void> {
  await sql`
    CREATE TABLE ${tables.rankings} (
      entry_id bigint PRIMARY KEY,
      version  bigint NOT NULL,
      teams    jsonb NOT NULL
    )`.execute(db)
  await sql`
    CREATE TABLE ${tables.split_ballots} (
      entry_id bigint PRIMARY KEY,
      week_id  bigint NOT NULL,
      version  bigint NOT NULL,
      choice   text NOT NULL
    )`.execute(db)
  await sql`
    CREATE TABLE ${tables.buybacks} (
      entry_id    bigint NOT NULL,
      season_year integer NOT NULL,
      week_id     bigint NOT NULL,
      team        text,
      status      text NOT NULL,
      fee_cents   integer NOT NULL,
      asked_at    text COLLATE "C" NOT NULL,
      answered_at text COLLATE "C",
      lapsed_because text,
      lapsed_week double precision,
      UNIQUE NULLS NOT DISTINCT (entry_id, week_id, team)
    )`.execute(db)
}

async function createSchedule(db: QueryExecutorProvider, tables: Tables): Promise<void> {
  await sql`
    CREATE TABLE ${tables.weeks} (
      id                    bigint PRIMARY KEY,
      season_year           integer NOT NULL,
      week_number           double precision NOT NULL,
      lock_time             text COLLATE "C" NOT NULL,
      lock_is_automatic     boolean NOT NULL,
      locked_at             text COLLATE "C",
      locked_position       bigint,
      merkle_root           text,
      first_lock_position   bigint,
      played_lock_position  bigint,
      split_vote            jsonb,
      agreed_position       bigint,
      ineligible            jsonb NOT NULL,
      picks                 integer,
      reopenings            integer NOT NULL,
      reopened_after_reveal boolean NOT NULL,
      unmasked              boolean NOT NULL,
      unmask_reason         text,
      created_at            text COLLATE "C" NOT NULL,
      version               bigint NOT NULL
    )`.execute(db)
  await sql`
    CREATE TABLE ${tables.games} (
      id             bigint PRIMARY KEY,
      week_id        bigint NOT NULL,
      espn_id        text NOT NULL,
      home           text NOT NULL,
      away           text NOT NULL,
      kickoff        text COLLATE "C" NOT NULL,
      kickoff_known  boolean NOT NULL,
      status         text NOT NULL DEFAULT 'scheduled',
      home_score     integer,
      away_score     integer,
      detail         text,
      final_by_admin boolean NOT NULL DEFAULT false,
      result_at      text COLLATE "C",
      phase          text,
      unread         jsonb NOT NULL DEFAULT '[]',
      result_unread  boolean NOT NULL DEFAULT false,
      by_hand        boolean NOT NULL DEFAULT false,
      hand_actor     bigint,
      hand_reason    text
    )`.execute(db)
  await sql`CREATE INDEX ON ${tables.games} (week_id)`.execute(db)
}

/** A changed pick is updated in place: no indexed column changes, and pages keep free space for the new row. */
async function createPicks(db: QueryExecutorProvider, tables: Tables): Promise<void> {
  await sql`
    CREATE TABLE ${tables.picks} (
      week_id     bigint NOT NULL,
      entry_id    bigint NOT NULL,
      slot        smallint NOT NULL,
      team        text NOT NULL,
      is_override boolean NOT NULL,
      is_auto     boolean NOT NULL,
      by_member   boolean,
      version     bigint NOT NULL,
      created_at  text COLLATE "C" NOT NULL,
      updated_at  text COLLATE "C" NOT NULL,
      PRIMARY KEY (week_id, entry_id, slot)
    ) WITH (fillfactor = 80)`.execute(db)
  await sql`CREATE TABLE ${tables.void_plans} (LIKE ${tables.picks} INCLUDING INDEXES)`.execute(db)
  await sql`
    CREATE TABLE ${tables.first_participants} (
      week_id  bigint NOT NULL,
      entry_id bigint NOT NULL,
      PRIMARY KEY (week_id, entry_id)
    )`.execute(db)
  await sql`
    CREATE TABLE ${tables.locked_picks} (
      week_id        bigint PRIMARY KEY,
      entry_ids      bigint[] STORAGE EXTERNAL NOT NULL,
      pick_positions bigint[] STORAGE EXTERNAL NOT NULL
    )`.execute(db)
  await sql`
    CREATE TABLE ${tables.missed} (
      week_id  bigint NOT NULL,
      entry_id bigint NOT NULL,
      PRIMARY KEY (week_id, entry_id)
    )`.execute(db)
  await sql`
    CREATE TABLE ${tables.waived_losses} (
      entry_id bigint NOT NULL,
      week_id  bigint NOT NULL,
      team     text,
      UNIQUE NULLS NOT DISTINCT (entry_id, week_id, team)
    )`.execute(db)
}

async function createPool(db: QueryExecutorProvider, tables: Tables): Promise<void> {
  await sql`
    CREATE TABLE ${tables.pool} (
      only_row        boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      current_week_id bigint,
      pinned_summary_week_id bigint,
      clock_mode      text NOT NULL DEFAULT 'real',
      clock_at        text COLLATE "C",
      clock_since     text COLLATE "C",
      rules           jsonb NOT NULL,
      counts_as       jsonb NOT NULL,
      club_name       text,
      club_color      text,
      club_crest      text COLLATE "C",
      shows_odds      boolean NOT NULL DEFAULT true,
      clubhouse_screen jsonb NOT NULL,
      joining         text NOT NULL DEFAULT 'open',
      setup           jsonb NOT NULL
    )`.execute(db)
  await sql`
    INSERT INTO ${tables.pool} (rules, counts_as, setup, clubhouse_screen)
    VALUES (${JSON.stringify(DEFAULT_RULES)}::jsonb, ${JSON.stringify(countsAsUnder(DEFAULT_RULES))}::jsonb, ${JSON.stringify(NEW_SETUP)}::jsonb, ${JSON.stringify(DEFAULT_CLUBHOUSE_SCREEN)}::jsonb)`.execute(
    db,
  )
  await sql`
    CREATE TABLE ${tables.season_rules} (
      season_year integer PRIMARY KEY,
      rules       jsonb NOT NULL,
      counts_as   jsonb NOT NULL,
      is_fixed    boolean NOT NULL
    )`.execute(db)
  await sql`
    CREATE TABLE ${tables.season_starts} (
      season_year integer PRIMARY KEY,
      position    bigint NOT NULL
    )`.execute(db)
  await sql`
    CREATE TABLE ${tables.renewals} (
      entry_id    bigint NOT NULL,
      season_year integer NOT NULL,
      position    bigint NOT NULL,
      PRIMARY KEY (entry_id, season_year)
    )`.execute(db)
  await sql`
    CREATE TABLE ${tables.checkpoint} (
      only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      position bigint NOT NULL,
      version  integer NOT NULL
    )`.execute(db)
  await sql`INSERT INTO ${tables.checkpoint} (position, version) VALUES (0, ${PROJECTIONS_VERSION})`.execute(db)
}
