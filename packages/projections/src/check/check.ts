import type { Kysely, QueryExecutorProvider } from 'kysely'
import { CHECK_SCHEMA, LIVE_SCHEMA, TABLE_NAMES } from '../tables/rows.ts'
import { createSchema } from '../schema/create-schema.ts'
import { dropTables, readCheckpoint, makeVolatile } from '../tables/create.ts'
import { applyRest, catchUp, Meter, type OnProgress, type ReadLog } from '../rebuild/catch-up.ts'
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
  /** Where the tables stood when they were compared. */
  readonly position: number
  readonly differences: number
}

/**
 * Builds the tables from the log a second time and compares them with the live ones row by row, as both stand at one position,
 * while the pool goes on. Throws when there are no live tables.
 */
export async function check<DB>({ db, read, onDifference, onProgress }: CheckOptions<DB>): Promise<CheckResult> {
  const meter = new Meter(onProgress)
  await dropTables(db, CHECK_SCHEMA)
  await createSchema(db, CHECK_SCHEMA)
  await makeVolatile(db, CHECK_SCHEMA)
  try {
    const after = await catchUp(db, CHECK_SCHEMA, read, meter)
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        const live = await readCheckpoint(trx, LIVE_SCHEMA)
        if (live === undefined) throw new Error('There are no projections to check')
        // Tables that stand behind the log's end are compared as they are: what they lack is found missing.
        if (live.position > after) await applyRest(trx, CHECK_SCHEMA, read, { after, until: live.position }, meter)
        let differences = 0
        for await (const difference of allDifferences(trx)) {
          differences += 1
          onDifference(difference)
        }
        return { position: live.position, differences }
      })
  } finally {
    await dropTables(db, CHECK_SCHEMA)
  }
}

async function* allDifferences(trx: QueryExecutorProvider): AsyncGenerator<Difference> {
  for (const table of TABLE_NAMES) yield* compareTable(trx, table, LIVE_SCHEMA, CHECK_SCHEMA)
  yield* compareRelations(trx)
}
