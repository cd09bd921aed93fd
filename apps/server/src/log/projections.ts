import {
  projectEvents,
  createSchema,
  LIVE_SCHEMA,
  PROJECTIONS_VERSION,
  type Progress,
  readCheckpoint,
  readLog,
  rebuild,
} from '@outlast/projections'
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { readHead } from './read.ts'
import { APPEND_LOCK } from './write.ts'

// Raw SQL: advisory locks.

/** The advisory lock for a rebuild: one process rebuilds while the others wait. */
const REBUILD_LOCK = 7_108_273

/** Runs a function in a transaction that holds the append lock, so that no process can append. */
export function underAppendLock(db: Kysely<Tables>, run: (tx: QueryExecutorProvider) => Promise<void>): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(${APPEND_LOCK})`.execute(tx)
    await run(tx)
  })
}

/** Rebuilds the read models from the log next to the live ones, and then replaces the live ones. */
export function rebuildProjections(db: Kysely<Tables>, onProgress?: (progress: Progress) => void): Promise<Progress> {
  return withRebuildLock(db, () => rebuildUnderLock(db, onProgress))
}

/** At startup: creates the read models if they are missing or outdated, and updates them to the log's head. */
export function ensureProjections(db: Kysely<Tables>, onProgress?: (progress: Progress) => void): Promise<void> {
  return withRebuildLock(db, async () => {
    const found = await readCheckpoint(db, LIVE_SCHEMA)
    const { position: head } = await readHead(db)
    if (found === undefined && head === 0) return createSchema(db, LIVE_SCHEMA)
    if (found?.version !== PROJECTIONS_VERSION) return void (await rebuildUnderLock(db, onProgress))
    if (found.position < head) await underAppendLock(db, (tx) => catchUp(tx))
  })
}

async function catchUp(tx: QueryExecutorProvider): Promise<void> {
  const found = await readCheckpoint(tx, LIVE_SCHEMA)
  for await (const events of readLog(tx, { after: found?.position ?? 0 })) await projectEvents(tx, events)
}

function rebuildUnderLock(db: Kysely<Tables>, onProgress?: (progress: Progress) => void): Promise<Progress> {
  const options = {
    db,
    read: readLog,
    underAppendLock: (run: (tx: QueryExecutorProvider) => Promise<void>) => underAppendLock(db, run),
  }
  return rebuild(onProgress === undefined ? options : { ...options, onProgress })
}

/** Uses a session-level lock, since a rebuild takes many transactions. */
function withRebuildLock<T>(db: Kysely<Tables>, run: () => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    await sql`SELECT pg_advisory_lock(${REBUILD_LOCK})`.execute(connection)
    try {
      return await run()
    } finally {
      await sql`SELECT pg_advisory_unlock(${REBUILD_LOCK})`.execute(connection)
    }
  })
}
