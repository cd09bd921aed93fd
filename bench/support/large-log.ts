import { openDatabase } from '@outlast/server/database'
import type { Tables } from '@outlast/server/database'
import type { LargeLog } from './context.ts'
import { makePool } from '@outlast/testing/generated/pool'
import type { BenchPostgres } from '@outlast/testing/postgres/durable-postgres'

const NAME = 'large_log'
/** Entries that are picked for in each of 18 weeks, and a change of mind here and there: 2,000,000 events are 100,000 entries. */
const EVENTS_PER_ENTRY = 20

/** A whole season's log of about so many events. */
export function makeLargeLog(postgres: BenchPostgres, events: number, say: (sentence: string) => void): Promise<LargeLog> {
  return makeSeasonLog(postgres, { name: NAME, entries: Math.ceil(events / EVENTS_PER_ENTRY) }, say)
}

/** A season of 18 played weeks in a database of its own: the same for any number of entries, but for how many there are. */
export async function makeSeasonLog(
  postgres: BenchPostgres,
  { name, entries }: Pick<LargeLog, 'name' | 'entries'>,
  say: (sentence: string) => void,
): Promise<LargeLog> {
  const connectionString = await postgres.migrated(name)
  const events = entries * EVENTS_PER_ENTRY
  const database = openDatabase<Tables>({ connectionString, max: 1, onError: (error) => console.error(error.message) })
  const step = Math.max(100_000, Math.floor(events / 10))
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
    return { name, connectionString, events: made.events, entries }
  } finally {
    await database.close()
  }
}
