import type { RecordedEvent } from '@outlast/domain'
import { createRelations, readCheckpoint, relation, RELATIONS } from '../src/relations/tables.ts'
import { deriveRelations, writeRelationsIn } from '../src/relations/write.ts'
import { keep, sourceOf } from './source.ts'
import { eventRows, type RecordedPool } from './recorded-pool.ts'
import { type Kysely, sql } from 'kysely'

/** A pool and the events that led to it. */
export interface StoredPool extends Pick<RecordedPool, 'state'> {
  readonly events: readonly RecordedEvent[]
}

/** Empties the database and stores the log, accounts and tables of a pool. */
export async function store(db: Kysely<unknown>, pool: StoredPool): Promise<void> {
  keep(pool)
  await sql`SET session_replication_role = replica; TRUNCATE events, accounts CASCADE; SET session_replication_role = DEFAULT`.execute(
    db,
  )
  await emptyRelations(db)
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
  await db.transaction().execute((tx) => writeRelationsIn(tx, deriveRelations(sourceOf(pool.state))))
}

async function addAccount(db: Kysely<unknown>, userId: number): Promise<void> {
  await sql`
    INSERT INTO accounts (user_id, email, email_key, first_name, last_name, mobile, created_at)
    VALUES (${userId}, ${`u${userId}@example.org`}, ${`u${userId}@example.org`}, 'First', ${`L${userId}`}, ${`+1555${userId}`}, now())`.execute(
    db,
  )
}

async function emptyRelations(db: Kysely<unknown>): Promise<void> {
  if ((await readCheckpoint(db)) === undefined) return db.transaction().execute((tx) => createRelations(tx))
  await sql`TRUNCATE ${sql.join(RELATIONS.map(relation))}; UPDATE ${relation('checkpoint')} SET position = 0`.execute(db)
}
