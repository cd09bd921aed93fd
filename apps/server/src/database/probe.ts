import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { UnsafeDatabaseError } from './safety.ts'

/** The database of `DATABASE_URL` cannot be used. The message says where it is, why, and what to do. */
export class DatabaseUnreachableError extends Error {
  override name = 'DatabaseUnreachableError'
  /** Whether the problem can go away without a change of the settings: the database starts, or the network comes back. */
  readonly mayPass: boolean

  constructor(message: string, { cause, mayPass }: { readonly cause?: unknown; readonly mayPass: boolean }) {
    super(message, { cause })
    this.mayPass = mayPass
  }
}

/** How many connections the probe compares. Fewer could miss a pooler that hands out connections in turn. */
const CONNECTIONS = 3
const TIMEOUT_MS = 5_000
/** The most connections that one process opens (docs/operations.md). */
const MAX_CONNECTIONS = 20
const RETRY_MS = 2_000
const REPORT_MS = 60_000

/**
 * Waits until the database of `DATABASE_URL` can be used. Reports why it cannot, at once and then once a minute.
 * @throws what {@link probeDatabase} throws, if waiting does not help
 */
export async function awaitDatabase(connectionString: string, report: (line: string) => void): Promise<void> {
  let reportedAt = -Infinity
  for (;;) {
    try {
      return await probeDatabase(connectionString)
    } catch (error) {
      if (!(error instanceof DatabaseUnreachableError && error.mayPass)) throw error
      if (performance.now() - reportedAt >= REPORT_MS) {
        report(`${error.message} The start waits for it.`)
        reportedAt = performance.now()
      }
    }
    await sleep(RETRY_MS)
  }
}

/**
 * Connects to the database of `DATABASE_URL`, and checks that each connection keeps its session.
 *
 * The log needs that: session locks elect the leader, LISTEN wakes the tail, and statements are prepared.
 * A pooler in transaction mode gives a connection to another client after each transaction, and half of all writes would fail.
 *
 * @throws DatabaseUnreachableError if no database answers, or one that cannot be written; UnsafeDatabaseError behind such a pooler
 */
export async function probeDatabase(connectionString: string): Promise<void> {
  const clients: pg.Client[] = []
  try {
    while (clients.length < CONNECTIONS) clients.push(await connect(connectionString))
    if (await sharesConnections(clients)) {
      throw new UnsafeDatabaseError(
        'DATABASE_URL leads through a connection pooler that gives connections to other clients after each transaction. ' +
          'Outlast needs connections of its own: set the pooler to session mode (PgBouncer: pool_mode = session), or connect to PostgreSQL directly.',
      )
    }
    if (await isReadOnly(clients[0]))
      // During a failover it is about to become the primary.
      throw new DatabaseUnreachableError(
        'The database only answers reads, because it is a replica: set DATABASE_URL to the primary.',
        {
          mayPass: true,
        },
      )
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})))
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = clientFor(connectionString)
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    const place = client.host.startsWith('/') ? `the socket in ${client.host}` : `${client.host}:${client.port}`
    throw new DatabaseUnreachableError(
      `Cannot connect to the database "${client.database ?? ''}" at ${place}: ${reasonFor(error)}`,
      { cause: error, mayPass: !LASTING.has(codeOf(error)) },
    )
  }
}

function clientFor(connectionString: string): pg.Client {
  try {
    return new pg.Client({
      connectionString,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      application_name: 'outlast-probe',
    })
  } catch (cause) {
    // The message of the error may quote the URL with its password.
    throw new DatabaseUnreachableError(
      'DATABASE_URL cannot be read. Its form is postgres://user:password@host/database; encode special characters in the password, such as @ as %40.',
      { cause, mayPass: false },
    )
  }
}

/** Problems that waiting does not solve: the settings have to change. */
const LASTING: ReadonlySet<string> = new Set(['EACCES', '28P01', '28000', '3D000'])

/** What to do about an error, by the code of Node.js or PostgreSQL. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no program accepts connections there. Start PostgreSQL, or correct DATABASE_URL.',
  ENOENT: 'there is no such socket. Start PostgreSQL, or correct DATABASE_URL.',
  EACCES: 'this user may not open the socket. Correct its access, or DATABASE_URL.',
  ENOTFOUND: 'the host name is unknown. Correct the host in DATABASE_URL.',
  EAI_AGAIN: 'the name of the machine could not be looked up. Check the network, or correct the host in DATABASE_URL.',
  EHOSTUNREACH: 'the machine cannot be reached. Check the network, or correct DATABASE_URL.',
  ENETUNREACH: 'the machine cannot be reached. Check the network, or correct DATABASE_URL.',
  ETIMEDOUT: 'it does not respond. Check the network and the firewall, or correct DATABASE_URL.',
  '28P01': 'it rejects the password. Correct the user and password in DATABASE_URL.',
  '28000': 'it does not let this user sign in from here. Correct the user in DATABASE_URL, or pg_hba.conf.',
  '3D000': 'that database does not exist. Create it (createdb), or correct DATABASE_URL.',
  '53300': `it has no free connection. Raise max_connections: each process of Outlast uses up to ${MAX_CONNECTIONS}.`,
  '57P03': 'it is starting or stopping. Try again in a moment.',
}

function reasonFor(error: unknown): string {
  const first = firstOf(error)
  if (!(first instanceof Error)) return 'for an unknown reason.'
  if (/timeout/i.test(first.message)) return REASONS['ETIMEDOUT'] ?? first.message
  return REASONS[codeOf(first)] ?? `${first.message}.`
}

/** For a host with several addresses, the error of each is in an AggregateError. */
const firstOf = (error: unknown): unknown => (error instanceof AggregateError ? error.errors[0] : error)

function codeOf(error: unknown): string {
  const first = firstOf(error)
  return first instanceof Error && 'code' in first ? String(first.code) : ''
}

/** Returns whether connections share a server process, or switch to another one while other connections are in a transaction. */
async function sharesConnections(clients: readonly pg.Client[]): Promise<boolean> {
  try {
    const before = await processesOf(clients)
    if (new Set(before).size < clients.length) return true
    const [, ...others] = clients
    for (const client of others) await client.query('BEGIN')
    const during = await processesOf(clients)
    for (const client of others) await client.query('COMMIT')
    return before.some((pid, index) => pid !== during[index])
  } catch (error) {
    if (!(error instanceof Error) || !/timeout/i.test(error.message)) throw error
    throw new DatabaseUnreachableError(
      `The database lets further connections wait: each process of Outlast uses up to ${MAX_CONNECTIONS}. Raise the number of connections (PgBouncer: default_pool_size), or connect to PostgreSQL directly.`,
      { cause: error, mayPass: false },
    )
  }
}

async function processesOf(clients: readonly pg.Client[]): Promise<readonly number[]> {
  const pids: number[] = []
  for (const client of clients) {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    pids.push(rows[0]?.pid ?? 0)
  }
  return pids
}

async function isReadOnly(client: pg.Client | undefined): Promise<boolean> {
  const result = await client?.query<{ replica: boolean }>('SELECT pg_is_in_recovery() AS replica')
  return result?.rows[0]?.replica === true
}
