import { countsAsUnder, DEFAULT_CLUBHOUSE_SCREEN, DEFAULT_RULES, NEW_SETUP, type RecordedEvent } from '@outlast/domain'
import { LIVE, LIVE_SCHEMA, PROJECTIONS_VERSION, TABLE_NAMES } from '../src/tables/rows.ts'
import { createSchema } from '../src/schema/create-schema.ts'
import { dropTables, readCheckpoint } from '../src/tables/create.ts'
import { projectEvents } from '../src/projectors/project-events.ts'
import { keep } from './source.ts'
import { eventRows, type RecordedPool } from './recorded-pool.ts'
import { type Kysely, sql } from 'kysely'

/** A pool and the events that led to it. */
export interface StoredPool extends Pick<RecordedPool, 'state'> {
  readonly events: readonly RecordedEvent[]
}

/** Empties the database and stores the log, accounts and projections of a pool. */
export async function store(db: Kysely<unknown>, pool: StoredPool): Promise<void> {
  keep(pool)
  await sql`SET session_replication_role = replica; TRUNCATE events, accounts CASCADE; SET session_replication_role = DEFAULT`.execute(
    db,
  )
  await emptyProjections(db)
  await append(db, pool, 0)
}

/** Stores the events that a pool has recorded after a position. */
export async function append(db: Kysely<unknown>, pool: StoredPool, after: number): Promise<void> {
  const rows = eventRows(pool.events).filter((event) => event.position > after)
  await sql`
    INSERT INTO events (position, stream, version, event_id, type, schema_version, data, metadata, recorded_at, site_time, data_hash,
      event_hash, hash)
    SELECT position, stream, version, gen_random_uuid(), type, 1, data, metadata, "recordedAt", "siteTime", '\\x', '\\x', decode(hash, 'hex')
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS e(position bigint, stream text, version integer, type text,
      data jsonb, metadata jsonb, "recordedAt" timestamptz, "siteTime" timestamptz, hash text)`.execute(db)
  for (const event of rows) {
    if (event.type === 'UserRegistered') await addAccount(db, event.data.userId)
    if (event.type === 'UserDeleted') await sql`DELETE FROM accounts WHERE user_id = ${event.data.userId}`.execute(db)
    if (event.type === 'EventsRedacted') {
      await sql`SELECT redact_events(${event.data.positions}::bigint[])`.execute(db)
    }
  }
  await projectEvents(db, rows)
}

async function addAccount(db: Kysely<unknown>, userId: number): Promise<void> {
  await sql`
    INSERT INTO accounts (user_id, email, email_key, first_name, last_name, mobile, created_at)
    VALUES (${userId}, ${`u${userId}@example.org`}, ${`u${userId}@example.org`}, 'First', ${`L${userId}`}, ${`+1555${userId}`}, now())`.execute(
    db,
  )
}

/** Restores the live schema to its state before the first event. Keeps its tables if they exist, which is faster than to create them. */
export async function emptyProjections(db: Kysely<unknown>): Promise<void> {
  const found = await readCheckpoint(db, LIVE_SCHEMA)
  if (found?.version !== PROJECTIONS_VERSION) {
    await dropTables(db, LIVE_SCHEMA)
    return createSchema(db, LIVE_SCHEMA)
  }
  const { pool, checkpoint, ...others } = Object.fromEntries(TABLE_NAMES.map((name) => [name, LIVE[name]]))
  const deletions = Object.values(others).map((table) => sql`DELETE FROM ${table}`)
  const [rules, meaning, setup, screen] = [DEFAULT_RULES, countsAsUnder(DEFAULT_RULES), NEW_SETUP, DEFAULT_CLUBHOUSE_SCREEN].map(
    (value) => sql.lit(JSON.stringify(value)),
  )
  await sql`
    ${sql.join(deletions, sql`; `)}; DELETE FROM ${pool};
    INSERT INTO ${pool} (rules, counts_as, setup, clubhouse_screen) VALUES (${rules}::jsonb, ${meaning}::jsonb, ${setup}::jsonb, ${screen}::jsonb);
    UPDATE ${checkpoint} SET position = 0`.execute(db)
}
