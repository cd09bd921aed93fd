import pg from 'pg'
import type { Logger } from 'pino'
import { sleep as realSleep, type Sleep } from '../lib/wait.ts'

export interface LeadershipOptions {
  /** How to reach PostgreSQL. Leadership holds one connection of its own. */
  readonly connection: pg.ClientConfig
  /** The session-level advisory lock that the leader holds: a class and a number within it. */
  readonly key: readonly [number, number]
  /** Runs the leader's job. It must return when the signal aborts. */
  readonly lead: (signal: AbortSignal) => Promise<void>
  /** The name of the job for the log, such as `the backups`. */
  readonly job: string
  readonly log: Pick<Logger, 'info' | 'warn'>
  /** How often a follower tries to become the leader and a lost connection is reopened, in milliseconds. Default: 5 seconds. */
  readonly retryMs?: number
  readonly sleep?: Sleep
}

export interface Leadership {
  isLeader(): boolean
  /** Waits for the leader's job to finish and releases the lock. */
  stop(): Promise<void>
}

const RETRY_MS = 5000
/** How often the leader checks its connection, since a connection can break without notice. */
const HEARTBEAT_MS = 10_000
const QUERY_TIMEOUT_MS = 10_000

/**
 * Elects one process of many: the one that holds a lock in PostgreSQL runs the job. When that process or its connection
 * dies, PostgreSQL releases the lock and another process takes over within `retryMs`. Until the old leader notices a broken
 * connection, two processes may run the job, so the job must tolerate that.
 */
export function startLeadership(options: LeadershipOptions): Leadership {
  const stopping = new AbortController()
  const sleep = options.sleep ?? realSleep
  let isLeader = false
  const lead = async (signal: AbortSignal): Promise<void> => {
    isLeader = true
    options.log.info(`This process now leads ${options.job}`)
    try {
      await options.lead(signal)
    } finally {
      isLeader = false
    }
  }
  const compete = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await withConnection(options.connection, stopping.signal, async (client, signal) => {
          if (await acquireLock(client, options, sleep, signal)) await leadWhileConnected(client, lead, sleep, signal)
        })
      } catch (error) {
        options.log.warn({ err: error }, `The connection of the process that leads ${options.job} failed`)
      }
      await sleep(options.retryMs ?? RETRY_MS, stopping.signal)
    }
  }
  const competing = compete()
  return {
    isLeader: () => isLeader,
    stop: async () => {
      stopping.abort()
      await competing
    },
  }
}

/** Runs a function with a connection and a signal that aborts when the connection breaks or `stopping` aborts. */
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
  // pg emits an error for every end of the connection that we did not request.
  client.on('error', (error) => lost.abort(error))
  try {
    await client.connect()
    await use(client, AbortSignal.any([stopping, lost.signal]))
    if (!stopping.aborted) lost.signal.throwIfAborted()
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Tries until it holds the lock (true) or the signal aborts (false). */
async function acquireLock(client: pg.Client, options: LeadershipOptions, sleep: Sleep, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1, $2) as held', [...options.key])
    // The signal may have aborted during the query; then closing the connection releases the lock.
    if (rows[0]?.held === true) return !signal.aborted
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
  const ended = new AbortController()
  const untilEnd = AbortSignal.any([signal, ended.signal])
  const sendHeartbeats = async (): Promise<void> => {
    try {
      while (!untilEnd.aborted) {
        await sleep(HEARTBEAT_MS, untilEnd)
        if (!untilEnd.aborted) await client.query('select 1')
      }
    } finally {
      ended.abort()
    }
  }
  const leading = lead(untilEnd).finally(() => ended.abort())
  const [led, heartbeat] = await Promise.allSettled([leading, sendHeartbeats()])
  if (led.status === 'rejected') throw led.reason
  if (heartbeat.status === 'rejected' && !signal.aborted) throw heartbeat.reason
}
