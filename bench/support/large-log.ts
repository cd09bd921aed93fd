import { generatePool } from '@outlast/testing'
import type { BenchContext, LargeLog } from './context.ts'
import { formatCount } from './report.ts'

/** Each entry picks in each of 18 weeks and changes two of its picks, so 2,000,000 events are 100,000 entries. */
const EVENTS_PER_ENTRY = 20

/** Generates the log of a whole season with about the given number of events. */
export function generateLargeLog(context: Pick<BenchContext, 'postgres' | 'progress'>, events: number): Promise<LargeLog> {
  return generateSeasonLog(context, 'large_log', Math.ceil(events / EVENTS_PER_ENTRY))
}

/** Generates a season of 18 played weeks in a new database. Only the number of entries differs. */
export async function generateSeasonLog(
  { postgres, progress }: Pick<BenchContext, 'postgres' | 'progress'>,
  name: string,
  entries: number,
): Promise<LargeLog> {
  const connectionString = await postgres.createMigratedDatabase(name)
  const events = entries * EVENTS_PER_ENTRY
  const step = Math.max(100_000, Math.floor(events / 10))
  let reported = 0
  const pool = await generatePool(connectionString, {
    entries,
    entriesPerMember: 2,
    playedWeeks: 18,
    events,
    goodPicks: 0.98,
    onProgress: (position) => {
      if (position < reported + step) return
      reported = position
      progress(`generating a log: ${formatCount(position)} of about ${formatCount(events)} events`)
    },
  })
  return { name, connectionString, events: pool.events, entries }
}
