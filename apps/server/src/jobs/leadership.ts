import pg from 'pg'
import type { Logger } from 'pino'
import { sleep as realSleep, type Sleep } from '../lib/sleep.ts'

/** Work that one process of many does. */
export interface LeadershipOptions {
  /** How to reach Postgres; a connection of its own is held for as long as this runs. */
  readonly connection: pg.ClientConfig
  /** The session-level advisory lock that the leader holds: a class and a number in it. */
  readonly key: readonly [number, number]
  /** Runs while this process leads; has to return when the signal aborts. */
  readonly lead: (signal: AbortSignal) => Promise<void>
  readonly log: Pick<Logger, 'info' | 'warn'>
  /** How often a follower tries to become the leader, and a lost connection is opened again; 5 s unless told. */
  readonly retryMs?: number
  readonly sleep?: Sleep
}

export interface Leadership {
  isLeader(): boolean
  /** Lets the work finish and gives the lock back. */
  stop(): Promise<void>
}

const RETRY_MS = 5000
/** A leader whose connection died without a word learns it by asking. */
const HEARTBEAT_MS = 10_000
const QUERY_TIMEOUT_MS = 10_000

/**
 * Competes for a lock in Postgres and does the work while holding it. When the process or its connection dies, Postgres
 * frees the lock and another process takes over within `retryMs`. Between a connection's silent death and its
 * discovery two processes may do the work: it has to bear that.
 */
export function startLeadership(options: LeadershipOptions): Leadership {
  const stopping = new AbortController()
  const sleep = options.sleep ?? realSleep
  let leading = false
  const lead = async (signal: AbortSignal): Promise<void> => {
    leading = true
    options.log.info('this process now leads the automatic sync')
    try {
      await options.lead(signal)
    } finally {
      leading = false
    }
  }
  const compete = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await withConnection(options.connection, stopping.signal, async (client, signal) => {
          if (await acquire(client, options, sleep, signal)) await leadWhileConnected(client, lead, sleep, signal)
        })
      } catch (error) {
        options.log.warn({ err: error }, 'the connection that leads the automatic sync was lost')
      }
      await sleep(options.retryMs ?? RETRY_MS, stopping.signal)
    }
  }
  const done = compete()
  return {
    isLeader: () => leading,
    stop: async () => {
      stopping.abort()
      await done
    },
  }
}

/** Runs with a connection; the signal aborts when the connection dies or `stopping` does. */
async function withConnection(
  config: pg.ClientConfig,
  stopping: AbortSignal,
  use: (client: pg.Client, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({
    application_name: 'outlast auto-sync',
    keepAlive: true,
    connectionTimeoutMillis: QUERY_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    ...config,
  })
  const lost = new AbortController()
  // pg says so of every end that we did not ask for.
  client.on('error', (error) => lost.abort(error))
  try {
    await client.connect()
    await use(client, AbortSignal.any([stopping, lost.signal]))
    if (!stopping.aborted) lost.signal.throwIfAborted()
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Tries until the lock is held (true) or the signal aborts (false). */
async function acquire(client: pg.Client, options: LeadershipOptions, sleep: Sleep, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1, $2) as held', [...options.key])
    if (rows[0]?.held === true) return true
    await sleep(options.retryMs ?? RETRY_MS, signal)
  }
  return false
}

async function leadWhileConnected(
  client: pg.Client,
  lead: (signal: AbortSignal) => Promise<void>,
  sleep: Sleep,
  signal: AbortSignal,
): Promise<void> {
  const over = new AbortController()
  const until = AbortSignal.any([signal, over.signal])
  const beat = async (): Promise<void> => {
    try {
      while (!until.aborted) {
        await sleep(HEARTBEAT_MS, until)
        if (!until.aborted) await client.query('select 1')
      }
    } finally {
      over.abort()
    }
  }
  const working = lead(until).finally(() => over.abort())
  const [worked, beaten] = await Promise.allSettled([working, beat()])
  if (worked.status === 'rejected') throw worked.reason
  if (beaten.status === 'rejected' && !signal.aborted) throw beaten.reason
}
