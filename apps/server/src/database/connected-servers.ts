import { PROJECTIONS_VERSION } from '@outlast/projections'
import { type QueryExecutorProvider, sql } from 'kysely'
import { VERSION } from '../lib/paths.ts'
import { NEWEST_MIGRATION, type SchemaUser } from './migrations.ts'

// Raw SQL: PostgreSQL's list of connections.

/** A server says in the names of its connections what it can work with, so that it needs no list and no heartbeat. */
interface ConnectedServer extends SchemaUser {
  /** The version of the read models that it reads and writes. */
  readonly readModels: number
  readonly pid: number
}

/** A server whose connections have no version is from before 1.0.0: it is found by the names that its connections had then. */
export interface FoundServer {
  /** Undefined for one from before 1.0.0. */
  readonly server: ConnectedServer | undefined
  /** For the operator, such as `Outlast 1.0.0 (process 4711 on 10.0.0.5)`. */
  readonly name: string
}

/** Connections of commands and threads, which end soon. All others whose name begins with `outlast` are of servers. */
const NOT_SERVERS = /^outlast-(?:backup|cli|doctor|migrate|probe|replay|snapshot)$/
const NAME = /^outlast-[a-z]+ (\S+) (\d{4}) (\d+) (\d+)$/

/** Returns the name of a server's connection, such as `outlast-tail 1.0.0 0035 36 4711`. */
export function serverConnectionName(purpose: string): string {
  return `outlast-${purpose} ${VERSION} ${NEWEST_MIGRATION.slice(0, 4)} ${PROJECTIONS_VERSION} ${process.pid}`
}

/** Returns the servers that are connected to the database, each once. */
export async function connectedServers(db: QueryExecutorProvider): Promise<readonly FoundServer[]> {
  const { rows } = await sql<{ name: string; address: string | null; since: string }>`
    SELECT application_name AS name, host(client_addr) AS address,
      to_char(min(backend_start) OVER (PARTITION BY client_addr) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI "UTC"') AS since
    FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE 'outlast%' AND pid <> pg_backend_pid()
    ORDER BY backend_start`.execute(db)
  const found = new Map<string, FoundServer>()
  for (const { name, address, since } of rows) {
    if (NOT_SERVERS.test(name)) continue
    const server = parse(name)
    const place = address === null ? 'on this machine' : `on ${address}`
    const text =
      server === undefined
        ? `a server of an earlier version (${place}, connected since ${since})`
        : `Outlast ${server.version} (process ${server.pid} ${place})`
    found.set(text, { server, name: text })
  }
  return [...found.values()]
}

function parse(name: string): ConnectedServer | undefined {
  const [, version, migration, readModels, pid] = NAME.exec(name) ?? []
  if (version === undefined || migration === undefined) return undefined
  return { version, migration, readModels: Number(readModels), pid: Number(pid) }
}
