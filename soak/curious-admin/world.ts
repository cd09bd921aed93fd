import { createHmac } from 'node:crypto'
import type { Instant } from '@outlast/domain'
import { replayAt } from '@outlast/server/replay'
import { startTestPool, type TestDatabase, type TestPool } from '@outlast/testing'
import pg from 'pg'
import type { Programs } from './readers.ts'

/** The worlds' usual real time. */
export const NOW = '2026-01-01T00:00:00.000Z' as Instant

/** Replaces the database's clock: an unqualified `clock_timestamp()` finds this function first. */
const stoppedClock = (now: Instant): string => `
  CREATE SCHEMA IF NOT EXISTS stopped;
  CREATE OR REPLACE FUNCTION stopped.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
    AS $$SELECT timestamptz '${now}'$$;`

/** A pool whose time, nonces and random scores depend only on a seed and on the requests, so that two of them can be compared. */
export interface World {
  readonly pool: TestPool
  /** What the server logged, one object per line. */
  readonly logLines: readonly Readonly<Record<string, unknown>>[]
  readonly programs: Programs
  query(text: string): Promise<readonly Readonly<Record<string, unknown>>[]>
  stop(): Promise<void>
}

interface WorldOptions {
  readonly database: TestDatabase
  readonly feedUrl: string
  readonly seed: string
  /** The world's real time, which does not advance: when a batch reads the clock depends on the machine. */
  readonly now?: Instant | undefined
  /** The tokens of the programs that read it; none while it is prepared. */
  readonly programs?: Programs
}

/** Starts a server with a frozen clock on a database. */
export async function startWorld({ database, feedUrl, seed, now = NOW, programs = new Map() }: WorldOptions): Promise<World> {
  const client = new pg.Client({ connectionString: database.connectionString })
  // When a sequence fails, PostgreSQL stops before the other sequences have ended.
  client.on('error', () => {})
  await client.connect()
  await client.query(stoppedClock(now))
  const connectionString = withSearchPath(database.connectionString)
  const logLines: Record<string, unknown>[] = []
  let nonces = 0
  const pool = await startTestPool({
    database: { ...database, connectionString },
    config: { espnBaseUrl: feedUrl },
    checksContract: false,
    onLogLine: (line) => void logLines.push(line),
    overrides: {
      databaseClock: { observe: () => {}, now: () => now },
      // A card is compared by all that it is drawn from, since drawing takes 100 ms.
      drawCard: (task) => Promise.resolve(Buffer.from(JSON.stringify(task))),
      // A thread of its own would cost each world 300 ms.
      replay: replayAt,
      newNonce: () =>
        createHmac('sha256', seed)
          .update(String((nonces += 1)))
          .digest('hex'),
    },
  })
  return {
    pool,
    logLines,
    programs,
    query: async (text) => (await client.query<Record<string, unknown>>(text)).rows,
    async stop() {
      await client.end()
      await pool.stop()
    },
  }
}

function withSearchPath(connectionString: string): string {
  const url = new URL(connectionString)
  url.searchParams.set('options', '-c search_path=stopped,pg_catalog,public')
  return url.href
}
