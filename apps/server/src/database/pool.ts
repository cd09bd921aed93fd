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
  /** The server ends a statement after this many milliseconds; 0, the default, never. */
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
  // The pool no longer listens to a connection that it is closing, and does not wait until it is closed either: a server that
  // is stopped right after would end this process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  // A connection that dies between two statements of a transaction: its next statement fails, and that is enough. But
  // while it is checked out the pool does not listen, and an error that nobody listens to would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { pool, db, close: () => db.destroy() }
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
