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

/** One process at a time makes read models; the others wait and find them made. */
const REBUILD_LOCK = 7_108_273

/** Runs something in a transaction while nobody can append. */
export function underAppendLock(db: Kysely<Tables>, run: (tx: QueryExecutorProvider) => Promise<void>): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(${APPEND_LOCK})`.execute(tx)
    await run(tx)
  })
}

/** Makes the read models anew from the log, beside the live ones, and puts them in their place. */
export function rebuildProjections(db: Kysely<Tables>, onProgress?: (progress: Progress) => void): Promise<Progress> {
  return holdingRebuildLock(db, () => rebuildHere(db, onProgress))
}

/** At start: makes the read models when there are none or an older version's, and brings them to the log's end. */
export function ensureProjections(db: Kysely<Tables>, onProgress?: (progress: Progress) => void): Promise<void> {
  return holdingRebuildLock(db, async () => {
    const found = await readCheckpoint(db, LIVE_SCHEMA)
    const { position: head } = await readHead(db)
    if (found === undefined && head === 0) return createSchema(db, LIVE_SCHEMA)
    if (found?.version !== PROJECTIONS_VERSION) return void (await rebuildHere(db, onProgress))
    if (found.position < head) await underAppendLock(db, (tx) => catchUp(tx))
  })
}

async function catchUp(tx: QueryExecutorProvider): Promise<void> {
  const found = await readCheckpoint(tx, LIVE_SCHEMA)
  for await (const events of readLog(tx, { after: found?.position ?? 0 })) await projectEvents(tx, events)
}

function rebuildHere(db: Kysely<Tables>, onProgress?: (progress: Progress) => void): Promise<Progress> {
  const options = {
    db,
    read: readLog,
    underAppendLock: (run: (tx: QueryExecutorProvider) => Promise<void>) => underAppendLock(db, run),
  }
  return rebuild(onProgress === undefined ? options : { ...options, onProgress })
}

/** A session's lock: rebuilding takes many transactions. */
function holdingRebuildLock<T>(db: Kysely<Tables>, run: () => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    await sql`SELECT pg_advisory_lock(${REBUILD_LOCK})`.execute(connection)
    try {
      return await run()
    } finally {
      await sql`SELECT pg_advisory_unlock(${REBUILD_LOCK})`.execute(connection)
    }
  })
}
