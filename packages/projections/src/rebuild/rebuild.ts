import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import { LIVE_SCHEMA, NEXT_SCHEMA } from '../tables/rows.ts'
import { createSchema } from '../schema/create-schema.ts'
import { dropTables, makeDurable, makeUnlogged } from '../tables/create.ts'
import { projectRemaining, catchUp, Meter, type OnProgress, type Progress, type ReadLog } from './catch-up.ts'

// Raw SQL: a schema is renamed.

export interface RebuildOptions<DB> {
  readonly db: Kysely<DB>
  readonly read: ReadLog
  /** Runs its argument in a transaction that holds the append lock, and commits it. */
  readonly underAppendLock: (run: (trx: QueryExecutorProvider) => Promise<void>) => Promise<void>
  readonly onProgress?: OnProgress
}

/**
 * Rebuilds the tables from the log next to the live ones while the pool keeps running, and switches over once they have caught up.
 * The caller makes sure that only one rebuild runs at a time. A failed rebuild leaves the database as it was.
 */
export async function rebuild<DB>({ db, read, underAppendLock, onProgress }: RebuildOptions<DB>): Promise<Progress> {
  const meter = new Meter(onProgress)
  await dropTables(db, NEXT_SCHEMA)
  try {
    return await rebuildNext({ db, read, underAppendLock }, meter)
  } catch (error) {
    // If the connection is lost, the next rebuild drops them.
    await dropTables(db, NEXT_SCHEMA).catch(() => {})
    throw error
  }
}

async function rebuildNext<DB>({ db, read, underAppendLock }: RebuildOptions<DB>, meter: Meter): Promise<Progress> {
  await createSchema(db, NEXT_SCHEMA)
  await makeUnlogged(db, NEXT_SCHEMA)
  let position = await catchUp(db, NEXT_SCHEMA, read, meter)
  await makeDurable(db, NEXT_SCHEMA)
  await underAppendLock(async (trx) => {
    position = await projectRemaining(trx, NEXT_SCHEMA, read, { after: position }, meter)
    await dropTables(trx, LIVE_SCHEMA)
    await sql`ALTER SCHEMA ${sql.id(NEXT_SCHEMA)} RENAME TO ${sql.id(LIVE_SCHEMA)}`.execute(trx)
  })
  return meter.at(position)
}
