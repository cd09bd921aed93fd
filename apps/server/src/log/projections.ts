import {
  check,
  type CheckOptions,
  type CheckResult,
  projectEvents,
  createSchema,
  LIVE_SCHEMA,
  PROJECTIONS_VERSION,
  type Progress,
  readCheckpoint,
  rebuild,
} from '@outlast/projections'
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { APPEND_LOCK, CHECK_LOCK, REBUILD_LOCK } from '../database/locks.ts'
import { commandForm } from '../lib/command-form.ts'
import { connectedServers } from '../database/connected-servers.ts'
import { readHead } from './read.ts'
import { assertKnownHeads, FoldedEvents, readHeadAt, recordVerified } from './verified-log.ts'

// Raw SQL: advisory locks.

/** Runs a function in a transaction that holds the append lock, so that no process can append. */
export function underAppendLock(db: Kysely<Tables>, run: (tx: QueryExecutorProvider) => Promise<void>): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(${APPEND_LOCK})`.execute(tx)
    await run(tx)
  })
}

/**
 * Rebuilds the read models from the log next to the live ones, and then replaces the live ones.
 *
 * @throws ReadModelsInUse if they are of another version, and a connected server uses that version
 * @throws ForgedLog if an event is not the one that was recorded; the live ones remain
 */
export function rebuildProjections(db: Kysely<Tables>, onProgress?: (progress: Progress) => void): Promise<Progress> {
  return withSessionLock(db, REBUILD_LOCK, async () => {
    const found = await readCheckpoint(db, LIVE_SCHEMA)
    if (found !== undefined && found.version !== PROJECTIONS_VERSION) await assertNoOtherUsers(db)
    return rebuildUnderLock(db, onProgress)
  })
}

/** A server of another version reads and writes the read models. */
class ReadModelsInUse extends Error {
  constructor(names: readonly string[]) {
    super(`The read models were not rebuilt: ${names.join('; ')} cannot work with those of this version. Stop it, and try again.`)
  }
}

async function assertNoOtherUsers(db: Kysely<Tables>): Promise<void> {
  const others = (await connectedServers(db)).filter(({ server }) => server?.readModels !== PROJECTIONS_VERSION)
  if (others.length > 0) throw new ReadModelsInUse(others.map(({ name }) => name))
}

/**
 * Compares the read models with the log (`check`).
 *
 * @throws UncheckableReadModels if they are missing or of another version
 * @throws ForgedLog if the log is not the one that was recorded, so that it says nothing about the read models
 */
export async function checkProjections(
  db: Kysely<Tables>,
  options: Pick<CheckOptions<Tables>, 'onDifference' | 'onProgress'>,
): Promise<CheckResult> {
  const found = await readCheckpoint(db, LIVE_SCHEMA)
  if (found?.version !== PROJECTIONS_VERSION) throw new UncheckableReadModels(found === undefined)
  await assertKnownHeads(db)
  return withSessionLock(db, CHECK_LOCK, () => check({ ...options, db, read: new FoldedEvents().read }))
}

/** The read models are missing, or of another version than this program's. */
export class UncheckableReadModels extends Error {
  constructor(areMissing: boolean) {
    const problem = areMissing ? 'The read models are missing' : 'The read models are of another version'
    super(`${problem}: start the pool, or run ${commandForm('projections rebuild')}`)
  }
}

/** At startup: creates the read models if they are missing or outdated, and updates them to the log's head. Throws {@link ForgedLog}. */
export function ensureProjections(db: Kysely<Tables>, onProgress?: (progress: Progress) => void): Promise<void> {
  return withSessionLock(db, REBUILD_LOCK, async () => {
    await assertKnownHeads(db)
    const found = await readCheckpoint(db, LIVE_SCHEMA)
    const { position: head } = await readHead(db)
    if (found === undefined && head === 0) return createSchema(db, LIVE_SCHEMA)
    if (found !== undefined && found.version !== PROJECTIONS_VERSION) await assertNoOtherUsers(db)
    if (found?.version !== PROJECTIONS_VERSION) return void (await rebuildUnderLock(db, onProgress))
    if (found.position < head) await underAppendLock(db, (tx) => catchUp(tx))
  })
}

async function catchUp(tx: QueryExecutorProvider): Promise<void> {
  const after = (await readCheckpoint(tx, LIVE_SCHEMA))?.position ?? 0
  const folded = new FoldedEvents(await readHeadAt(tx, after))
  for await (const events of folded.read(tx, { after })) await projectEvents(tx, events)
  folded.finish()
}

async function rebuildUnderLock(db: Kysely<Tables>, onProgress?: (progress: Progress) => void): Promise<Progress> {
  await assertKnownHeads(db)
  const folded = new FoldedEvents()
  const options = {
    db,
    read: folded.read,
    underAppendLock: (run: (tx: QueryExecutorProvider) => Promise<void>) =>
      underAppendLock(db, async (tx) => {
        await run(tx)
        folded.finish()
      }),
  }
  const rebuilt = await rebuild(onProgress === undefined ? options : { ...options, onProgress })
  await recordVerified(db, folded.head)
  return rebuilt
}

/** Uses a session-level lock, since a rebuild or a check takes many transactions. */
function withSessionLock<T>(db: Kysely<Tables>, key: number, run: () => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    await sql`SELECT pg_advisory_lock(${key})`.execute(connection)
    try {
      return await run()
    } finally {
      await sql`SELECT pg_advisory_unlock(${key})`.execute(connection)
    }
  })
}
