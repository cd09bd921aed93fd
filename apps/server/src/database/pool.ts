import type { Socket } from 'node:net'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { PreparingClient } from './preparing-client.ts'
import { columnTypes } from './types.ts'

export interface DatabaseOptions {
  readonly connectionString: string
  /** Connections at most. */
  readonly max: number
  /** Called for a connection that breaks while nobody uses it. Without a listener Node would end the process. */
  readonly onError: (error: Error) => void
  /** Shown in `pg_stat_activity`. */
  readonly applicationName?: string
  /**
   * The server ends a statement after this many milliseconds; 0, the default, never. A server that does not even say so
   * soon after is given up, and the statement fails.
   */
  readonly statementTimeoutMs?: number
  /** The server ends a transaction that waits for its client this long; 0, the default, never. */
  readonly idleInTransactionTimeoutMs?: number
  /** Give up on getting a connection, a free one of the pool or a new one, after this many milliseconds. Default 5,000. */
  readonly connectTimeoutMs?: number
  /** Prepares every statement with parameters, for connections that send the same few over and over: see preparing-client.ts. */
  readonly prepare?: boolean
}

/** A pool of connections, and Kysely over it. */
export interface Database<Tables> {
  readonly pool: pg.Pool
  readonly db: Kysely<Tables>
  /** Closes all connections, waiting for those in use. */
  close(): Promise<void>
}

/**
 * Opens a database. Nothing is connected before the first query.
 * Rows hold `bigint` as numbers, `timestamptz` as ISO strings with milliseconds in UTC, `date` as `YYYY-MM-DD`.
 */
export function openDatabase<Tables>(options: DatabaseOptions): Database<Tables> {
  const pool = new pg.Pool(connectionConfig(options))
  pool.on('error', options.onError)
  // A connection that dies between two statements of a transaction, or while the pool is closing it: its next statement fails,
  // and that is enough. But the pool does not listen then, and an error that nobody listens to would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const { statementTimeoutMs = 0 } = options
  if (statementTimeoutMs > 0) pool.on('connect', (client) => hangUpOnSilence(client, statementTimeoutMs + SILENCE_MARGIN_MS))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { pool, db, close: () => db.destroy() }
}

/** How much later than the server's own limit a statement is given up, in milliseconds. */
const SILENCE_MARGIN_MS = 2_000

/** A database that stands still, or a line that swallows everything, would keep whoever asks waiting for good. */
function hangUpOnSilence(client: pg.PoolClient, ms: number): void {
  // Neither is in pg's types; both are what pg's own pool looks at.
  const asked = client as unknown as { readonly connection: { readonly stream: Socket }; readonly readyForQuery: boolean }
  const { stream } = asked.connection
  stream.setTimeout(ms)
  stream.on('timeout', () => {
    if (!asked.readyForQuery) stream.destroy(new Error('Connection terminated: the database does not answer'))
  })
}

/** The same settings for a connection outside of a pool, e.g. one that listens. */
export function connectionConfig(options: DatabaseOptions): pg.PoolConfig {
  return {
    connectionString: options.connectionString,
    max: options.max,
    application_name: options.applicationName ?? 'outlast',
    connectionTimeoutMillis: options.connectTimeoutMs ?? 5_000,
    keepAlive: true,
    types: columnTypes,
    ...(options.prepare === true ? { Client: PreparingClient } : {}),
    ...(options.statementTimeoutMs ? { statement_timeout: options.statementTimeoutMs } : {}),
    ...(options.idleInTransactionTimeoutMs ? { idle_in_transaction_session_timeout: options.idleInTransactionTimeoutMs } : {}),
  }
}
