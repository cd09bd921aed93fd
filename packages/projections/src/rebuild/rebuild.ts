import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import { LIVE_SCHEMA, NEXT_SCHEMA } from '../tables/rows.ts'
import { createSchema } from '../schema/create-schema.ts'
import { dropTables, makeDurable, makeVolatile } from '../tables/create.ts'
import { applyRest, catchUp, Meter, type OnProgress, type Progress, type ReadLog } from './catch-up.ts'

export interface RebuildOptions<DB> {
  readonly db: Kysely<DB>
  readonly read: ReadLog
  /** Runs its argument in a transaction that holds the append lock, and commits it. */
  readonly underAppendLock: (run: (trx: QueryExecutorProvider) => Promise<void>) => Promise<void>
  readonly onProgress?: OnProgress
}

/**
 * Builds the tables anew from the log beside the live ones, while the pool goes on, and puts them in their place when they
 * have caught up. One at a time: the caller sees to that. A rebuild that failed half way leaves the live tables as they were.
 */
export async function rebuild<DB>({ db, read, underAppendLock, onProgress }: RebuildOptions<DB>): Promise<Progress> {
  const meter = new Meter(onProgress)
  await dropTables(db, NEXT_SCHEMA)
  await createSchema(db, NEXT_SCHEMA)
  await makeVolatile(db, NEXT_SCHEMA)
  let position = await catchUp(db, NEXT_SCHEMA, read, meter)
  await makeDurable(db, NEXT_SCHEMA)
  await underAppendLock(async (trx) => {
    position = await applyRest(trx, NEXT_SCHEMA, read, { after: position }, meter)
    await dropTables(trx, LIVE_SCHEMA)
    await sql`ALTER SCHEMA ${sql.id(NEXT_SCHEMA)} RENAME TO ${sql.id(LIVE_SCHEMA)}`.execute(trx)
  })
  return meter.at(position)
}
