import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { advance, emptyLogState, type LogState } from './follower.ts'
import { streamEvents } from '../log/read.ts'
import { decodeSnapshot, encodeSnapshot, SNAPSHOT_FORMAT } from './snapshot-codec.ts'
import { type StoredEvent, upToDate } from '../log/stored-event.ts'
import type { PoolState } from '@outlast/domain'

/** One process at a time makes a snapshot. */
const SNAPSHOT_LOCK = 7_108_272
const KEPT = 2

/** Something folded from the log beside the pool, kept with its snapshots. */
export interface Companion {
  readonly apply: (event: StoredEvent, before: PoolState) => void
  readonly toJSON: () => unknown
}

/** The newest snapshot that this code understands, or the beginning. */
export async function loadSnapshot(db: QueryExecutorProvider): Promise<{ readonly state: LogState; readonly extra: unknown }> {
  const { rows } = await sql<{ state: Buffer }>`
    SELECT state FROM state_snapshots WHERE format = ${SNAPSHOT_FORMAT} ORDER BY position DESC LIMIT 1`.execute(db)
  const row = rows[0]
  return row === undefined ? { state: emptyLogState(), extra: undefined } : decodeSnapshot(row.state)
}

/** Folds the log up to its end from the newest snapshot; for a process's start, and for making the next snapshot. */
export async function foldLog(
  db: QueryExecutorProvider,
  state: LogState,
  companion: Companion,
  until = Number.MAX_SAFE_INTEGER,
): Promise<void> {
  for await (const events of streamEvents(db, { after: state.head.position, until })) {
    for (const event of events) {
      const current = upToDate(event)
      companion.apply(current, state.pool)
      advance(state, current)
    }
  }
}

/** A snapshot that may be due: for a log that ends at `position`, once the newest lies `every` events back. */
export interface Due {
  readonly position: number
  readonly every: number
}

/**
 * Has a snapshot made if it is due and no other process is at it: several processes of a pool come upon it at once.
 * @returns position of the newest snapshot as it was before; undefined when another process is at it
 */
export async function makeDueSnapshot(
  db: Kysely<Tables>,
  { position, every }: Due,
  make: () => Promise<void>,
): Promise<number | undefined> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ ours: boolean }>`SELECT pg_try_advisory_lock(${SNAPSHOT_LOCK}) AS ours`.execute(connection)
    if (rows[0]?.ours !== true) return undefined
    try {
      const newest = await newestSnapshot(connection)
      if (position - newest >= every) await make()
      return newest
    } finally {
      await sql`SELECT pg_advisory_unlock(${SNAPSHOT_LOCK})`.execute(connection)
    }
  })
}

/**
 * Makes a snapshot of the log's end.
 * @param makeCompanion given the earlier snapshot's extra, or undefined at the beginning
 * @returns its position
 */
export async function takeSnapshot(db: QueryExecutorProvider, makeCompanion: (extra: unknown) => Companion): Promise<number> {
  const { state, extra } = await loadSnapshot(db)
  const companion = makeCompanion(extra)
  await foldLog(db, state, companion)
  await storeSnapshot(db, state, companion)
  return state.head.position
}

async function newestSnapshot(db: QueryExecutorProvider): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    SELECT position FROM state_snapshots WHERE format = ${SNAPSHOT_FORMAT} ORDER BY position DESC LIMIT 1`.execute(db)
  return rows[0]?.position ?? 0
}

async function storeSnapshot(db: QueryExecutorProvider, state: LogState, companion: Companion): Promise<void> {
  const bytes = await encodeSnapshot(state, companion.toJSON())
  await sql`INSERT INTO state_snapshots (position, format, state)
    VALUES (${state.head.position}, ${SNAPSHOT_FORMAT}, ${bytes})
    ON CONFLICT (position) DO UPDATE SET format = excluded.format, state = excluded.state`.execute(db)
  await sql`DELETE FROM state_snapshots WHERE position NOT IN
    (SELECT position FROM state_snapshots ORDER BY position DESC LIMIT ${KEPT})`.execute(db)
}
