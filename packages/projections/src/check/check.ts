import { emptyPool, evolve, type PoolState, type RecordedEvent } from '@outlast/domain'
import type { Kysely } from 'kysely'
import { CHECK_SCHEMA, LIVE_SCHEMA, TABLE_NAMES } from '../tables/rows.ts'
import { createSchema } from '../schema/create-schema.ts'
import { dropTables, readCheckpoint, makeUnlogged } from '../tables/create.ts'
import { projectRemaining, catchUp, Meter, type OnProgress, type ReadLog } from '../rebuild/catch-up.ts'
import { readPeople } from '../people/read-people.ts'
import { compareRelations } from './compare-relations.ts'
import { compareTable } from './compare-table.ts'
import type { Difference } from './difference.ts'

export interface CheckOptions<DB> {
  readonly db: Kysely<DB>
  readonly read: ReadLog
  readonly onDifference: (difference: Difference) => void
  readonly onProgress?: OnProgress
}

export interface CheckResult {
  /** The position at which the tables were compared. */
  readonly position: number
  readonly differences: number
}

/**
 * Rebuilds the tables from the log in a scratch schema, compares them with the live ones row by row at the same position, and compares
 * the views with what the domain derives. The pool keeps running. Throws if the live tables do not exist.
 */
export async function check<DB>({ db, read, onDifference, onProgress }: CheckOptions<DB>): Promise<CheckResult> {
  const meter = new Meter(onProgress)
  const pool = emptyPool()
  // A reader that verifies what it reads can read each event once.
  const reading: ReadLog = (from, range) => folding(pool, read(from, range))
  await dropTables(db, CHECK_SCHEMA)
  await createSchema(db, CHECK_SCHEMA)
  await makeUnlogged(db, CHECK_SCHEMA)
  try {
    const after = await catchUp(db, CHECK_SCHEMA, reading, meter)
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        const live = await readCheckpoint(trx, LIVE_SCHEMA)
        if (live === undefined) throw new Error('There are no projections to check')
        // If the live tables lag behind the log, the rows that they lack are reported as missing.
        if (live.position > after) await projectRemaining(trx, CHECK_SCHEMA, reading, { after, until: live.position }, meter)
        let differences = 0
        const report = async (found: AsyncIterable<Difference>): Promise<void> => {
          for await (const difference of found) {
            differences += 1
            onDifference(difference)
          }
        }
        for (const table of TABLE_NAMES) await report(compareTable(trx, table, LIVE_SCHEMA, CHECK_SCHEMA))
        // What differs in a table differs in the views over it.
        if (differences === 0) {
          await report(compareRelations(trx, { pool, people: await readPeople(trx) }))
        }
        return { position: live.position, differences }
      })
  } finally {
    await dropTables(db, CHECK_SCHEMA)
  }
}

/** Folds the events that pass by into a pool. */
async function* folding(pool: PoolState, read: ReturnType<ReadLog>): ReturnType<ReadLog> {
  for await (const events of read) {
    for (const event of events) evolve(pool, event as RecordedEvent)
    yield events
  }
}
