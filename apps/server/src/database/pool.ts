import { Socket } from 'node:net'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { PreparingClient } from './preparing-client.ts'
import { columnTypes } from './types.ts'

export interface DatabaseOptions {
  readonly connectionString: string
  /** The maximum number of connections. */
  readonly max: number
  /** Called when an idle connection breaks. Without a listener Node would exit. */
  readonly onError: (error: Error) => void
  /** Shown in `pg_stat_activity`. */
  readonly applicationName?: string
  /**
   * The server cancels a statement after this many milliseconds. If it does not respond soon after, the connection is
   * closed. Default: 0, which means never.
   */
  readonly statementTimeoutMs?: number
  /** The server closes a connection that is idle in a transaction for this long. Default: 0, which means never. */
  readonly idleInTransactionTimeoutMs?: number
  /** How long to wait for a connection, in milliseconds. Default: 5,000. */
  readonly connectTimeoutMs?: number
  /** Prepares every statement with parameters, for connections that repeat few statements (preparing-client.ts). */
  readonly prepare?: boolean
  /** Sends statements without waiting for the replies to earlier ones (whole-transaction.ts). */
  readonly pipeline?: boolean
}

/** A connection pool, and Kysely on top of it. */
export interface Database<Tables> {
  readonly pool: pg.Pool
  readonly db: Kysely<Tables>
  /** Closes all connections after waiting for those in use. */
  close(): Promise<void>
}

/**
 * Opens a database. It connects at the first query. In rows, `bigint` is a number, `timestamptz` an ISO string in UTC with
 * milliseconds, and `date` a string `YYYY-MM-DD`.
 */
export function openDatabase<Tables>(options: DatabaseOptions): Database<Tables> {
  const pool = new pg.Pool(connectionConfig(options))
  pool.on('error', options.onError)
  // If a connection breaks between two statements of a transaction, or while the pool closes it, the next statement fails,
  // which is sufficient. The pool has no listener then, and an unhandled 'error' event would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { pool, db, close: () => db.destroy() }
}

declare module 'pg' {
  /** Neither field is in pg's types, but pg's own pool uses both. */
  interface ClientBase {
    readonly connection: pg.Connection
    readonly readyForQuery: boolean
  }
}

/** How long after the server's own timeout the connection is closed, in milliseconds. */
const UNRESPONSIVE_MARGIN_MS = 2_000

/** Closes a connection that does not respond, since a frozen database or network would otherwise block the caller forever. */
function closeWhenUnresponsive(client: pg.ClientBase, ms: number): void {
  const { stream } = client.connection
  if (!(stream instanceof Socket)) return
  stream.setTimeout(ms)
  stream.on('timeout', () => {
    if (!client.readyForQuery) stream.destroy(new Error('Connection terminated: the database does not respond'))
  })
}

/** Returns the same settings for a connection outside a pool, e.g. one for `LISTEN`. */
export function connectionConfig(options: DatabaseOptions): pg.PoolConfig {
  return {
    connectionString: options.connectionString,
    max: options.max,
    application_name: options.applicationName ?? 'outlast',
    connectionTimeoutMillis: options.connectTimeoutMs ?? 5_000,
    keepAlive: true,
    types: columnTypes,
    ...(options.pipeline === true ? { pipeline: true } : {}),
    ...(options.prepare === true ? { Client: PreparingClient } : {}),
    onConnect: (client: pg.ClientBase) => setTimeouts(client, options),
  }
}

/** Sets the timeouts with a statement, because poolers such as PgBouncer reject them as parameters of the connection. */
async function setTimeouts(client: pg.ClientBase, options: DatabaseOptions): Promise<void> {
  const { statementTimeoutMs = 0, idleInTransactionTimeoutMs = 0 } = options
  if (statementTimeoutMs > 0) closeWhenUnresponsive(client, statementTimeoutMs + UNRESPONSIVE_MARGIN_MS)
  if (statementTimeoutMs === 0 && idleInTransactionTimeoutMs === 0) return
  await client.query(
    `SET statement_timeout = ${statementTimeoutMs}; SET idle_in_transaction_session_timeout = ${idleInTransactionTimeoutMs}`,
  )
}
