import { setTimeout as sleep } from 'node:timers/promises'
import {
  compareRelations,
  createRelations,
  deriveRelations,
  type Difference,
  lockRelations,
  PROJECTIONS_VERSION,
  readCheckpoint,
  readPeople,
  writeRelationsIn,
} from '@outlast/projections'
import { emptyPool, evolve } from '@outlast/domain'
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { REBUILD_LOCK } from '../database/locks.ts'
import { commandForm } from '../lib/command-form.ts'
import { connectedServers } from '../database/connected-servers.ts'
import { readHead, streamEvents } from './read.ts'
import { upToDate } from './stored-event.ts'
import { assertKnownHeads, FoldedEvents, recordVerified, verifyLog } from './verified-log.ts'

// Raw SQL: advisory locks.

/** The progress of a fold of the log. */
export interface Progress {
  readonly events: number
  readonly seconds: number
  readonly eventsPerSecond: number
}

type OnProgress = (progress: Progress) => void

/** At startup: creates the tables for readers of SQL if they are missing or outdated. A job fills them. Throws {@link ForgedLog}. */
export function ensureProjections(db: Kysely<Tables>): Promise<void> {
  return withRebuildLock(db, async () => {
    await assertKnownHeads(db)
    if ((await readCheckpoint(db))?.version === PROJECTIONS_VERSION) return
    await verifyLog(db)
    await createIfOther(db)
  })
}

/**
 * Derives every row of the tables from the log, and writes those that differ. The pool keeps running.
 *
 * @throws ReadModelsInUse if the tables are of another version, and a connected server uses that version
 * @throws ForgedLog if an event is not the one that was recorded; the tables remain as they were
 */
export function rebuildProjections(db: Kysely<Tables>, onProgress?: OnProgress): Promise<Progress> {
  return withRebuildLock(db, async () => {
    await assertKnownHeads(db)
    const fold = new VerifiedFold(onProgress)
    await fold.continue(db)
    fold.events.finish()
    await createIfOther(db)
    await db.transaction().execute(async (tx) => {
      // A server may have written what came meanwhile, and nobody writes now.
      await lockRelations(tx)
      await fold.continue(tx)
      fold.events.finish()
      await writeRelationsIn(tx, deriveRelations({ pool: fold.pool, people: await readPeople(tx) }))
    })
    await recordVerified(db, fold.events.head)
    return fold.progress
  })
}

/** A server of another version reads and writes the tables. */
class ReadModelsInUse extends Error {
  constructor(names: readonly string[]) {
    super(`The read models were not rebuilt: ${names.join('; ')} cannot work with those of this version. Stop it, and try again.`)
  }
}

async function createIfOther(db: Kysely<Tables>): Promise<void> {
  const found = await readCheckpoint(db)
  if (found?.version === PROJECTIONS_VERSION) return
  if (found !== undefined) {
    const others = (await connectedServers(db)).filter(({ server }) => server?.readModels !== PROJECTIONS_VERSION)
    if (others.length > 0) throw new ReadModelsInUse(others.map(({ name }) => name))
  }
  await db.transaction().execute((tx) => createRelations(tx))
}

/** How long a check waits for a server to write the last changes, and how often it looks, in milliseconds. */
const PATIENCE_MS = 5_000
const LOOK_EVERY_MS = 100

export interface CheckResult {
  /** The position at which the tables were compared. */
  readonly position: number
  readonly differences: number
}

interface CheckOptions {
  readonly onDifference: (difference: Difference) => void
  readonly onProgress?: OnProgress
}

/**
 * Compares the tables with what the log says at their position.
 *
 * @throws UncheckableReadModels if they are missing or of another version
 * @throws ForgedLog if the log is not the one that was recorded, so that it says nothing about the tables
 */
export async function checkProjections(db: Kysely<Tables>, { onDifference, onProgress }: CheckOptions): Promise<CheckResult> {
  const found = await readCheckpoint(db)
  if (found?.version !== PROJECTIONS_VERSION) throw new UncheckableReadModels(found === undefined)
  await assertKnownHeads(db)
  await untilCurrent(db)
  const transaction = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return transaction.execute(async (tx) => {
    const { position } = (await readCheckpoint(tx)) ?? { position: 0 }
    const fold = new VerifiedFold(onProgress)
    await fold.continue(tx, position)
    let differences = 0
    for await (const difference of compareRelations(tx, { pool: fold.pool, people: await readPeople(tx) })) {
      differences += 1
      onDifference(difference)
    }
    return { position, differences }
  })
}

/** Waits until the tables have the newest names. Names are not in the log, so until then rows differ from the accounts. */
async function untilCurrent(db: Kysely<Tables>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while (performance.now() < deadline) {
    const { position = 0 } = (await readCheckpoint(db)) ?? {}
    if (position >= (await readHead(db)).position) return
    await sleep(LOOK_EVERY_MS)
  }
}

/** The read models are missing, or of another version than this program's. */
export class UncheckableReadModels extends Error {
  constructor(areMissing: boolean) {
    const problem = areMissing ? 'The read models are missing' : 'The read models are of another version'
    super(`${problem}: start the pool, or run ${commandForm('projections rebuild')}`)
  }
}

/** Folds the log, and verifies what it folds. */
class VerifiedFold {
  readonly pool = emptyPool()
  readonly events = new FoldedEvents()
  readonly #onProgress: OnProgress | undefined
  readonly #start = performance.now()

  constructor(onProgress?: OnProgress) {
    this.#onProgress = onProgress
  }

  get progress(): Progress {
    const events = this.events.head.position
    const seconds = (performance.now() - this.#start) / 1000
    return { events, seconds, eventsPerSecond: seconds === 0 ? 0 : Math.round(events / seconds) }
  }

  /** Throws {@link ForgedLog}. */
  async continue(db: QueryExecutorProvider, until = Number.MAX_SAFE_INTEGER): Promise<void> {
    const after = this.events.head.position
    if (until <= after) return
    for await (const events of streamEvents(db, { after, until })) {
      this.events.check(events)
      for (const event of events) evolve(this.pool, upToDate(event))
      this.#onProgress?.(this.progress)
    }
  }
}

/** Uses a session-level lock, since a rebuild takes several transactions. */
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
