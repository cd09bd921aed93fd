import { openDatabase } from '@outlast/server/database'
import type { Tables } from '../../apps/server/src/database/tables.ts'
import type { LargeLog } from './context.ts'
import { makePool } from './make-pool.ts'
import type { BenchPostgres } from './postgres.ts'

const NAME = 'large_log'
/** A log of 1,000,000 events has 20,000 entries. */
const EVENTS_PER_ENTRY = 50

/** A whole season's log of about so many events. */
export async function makeLargeLog(postgres: BenchPostgres, events: number, say: (sentence: string) => void): Promise<LargeLog> {
  const connectionString = await postgres.migrated(NAME)
  const entries = Math.ceil(events / EVENTS_PER_ENTRY)
  const database = openDatabase<Tables>({ connectionString, max: 1, onError: (error) => console.error(error.message) })
  const step = Math.max(1, Math.floor(events / 10))
  let told = 0
  try {
    const made = await makePool(database.db, {
      entries,
      entriesPerMember: 2,
      playedWeeks: 18,
      openWeek: false,
      events,
      goodPicks: 0.98,
      onProgress: (position) => {
        if (position < told + step) return
        told = position
        say(`making the large log: ${position.toLocaleString('en-US')} of about ${events.toLocaleString('en-US')} events`)
      },
    })
    // As a database that has been running for a while: nothing left for autovacuum to do in the middle of a round.
    await database.pool.query('VACUUM ANALYZE')
    await database.pool.query('CHECKPOINT')
    return { name: NAME, connectionString, events: made.events, entries }
  } finally {
    await database.close()
  }
}
