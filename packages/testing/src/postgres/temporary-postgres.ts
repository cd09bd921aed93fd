import { migrate } from '@outlast/server/database'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@outlast/server/postgres'
import { createTemporaryFolder, removeDataFolder } from '../files.ts'
import { runStatement, withClient, withDatabase } from './database.ts'

const log = { info: () => {}, warn: () => {} }

/** An embedded PostgreSQL in a temporary folder. */
export interface TemporaryPostgres {
  readonly connectionString: string
  /** The id of the main process, whose children serve the connections. It changes when PostgreSQL is started again. */
  readonly pid: number
  readonly dataDir: string
  /** Creates an empty database and returns its connection string. */
  createDatabase(name: string): Promise<string>
  /** Creates a database with the project's migrations and returns its connection string. */
  createMigratedDatabase(name: string): Promise<string>
  dropDatabase(name: string): Promise<void>
  stop(): Promise<void>
  /** Starts PostgreSQL again on the same folder, after {@link stop}. */
  start(): Promise<void>
  /** Stops PostgreSQL and deletes its folder. */
  remove(): Promise<void>
}

export interface TemporaryPostgresOptions {
  /** Whether commits reach the disk, as in production (`fsync` on). Default: false, which is faster. */
  readonly durable?: boolean
  readonly settings?: Readonly<Record<string, string>>
}

/** Starts a PostgreSQL in a new folder. */
export async function startTemporaryPostgres({
  durable = false,
  settings = {},
}: TemporaryPostgresOptions = {}): Promise<TemporaryPostgres> {
  const dataDir = createTemporaryFolder('postgres')
  const start = (): Promise<EmbeddedPostgres> => startEmbeddedPostgres({ durable, settings, dataDir, log })
  let running = await start()
  const createDatabase = async (name: string): Promise<string> => {
    await runStatement(running.connectionString, `CREATE DATABASE ${name} TEMPLATE template0`)
    return withDatabase(running.connectionString, name)
  }
  return {
    get connectionString() {
      return running.connectionString
    },
    get pid() {
      return running.pid
    },
    dataDir,
    createDatabase,
    async createMigratedDatabase(name) {
      const connectionString = await createDatabase(name)
      await migrate({ connectionString })
      return connectionString
    },
    dropDatabase: (name) => runStatement(running.connectionString, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
    stop: () => running.stop(),
    async start() {
      running = await start()
    },
    async remove() {
      await running.stop()
      removeDataFolder(dataDir)
    },
  }
}

/** Rejects when commits do not reach the disk, because a benchmark of such commits is worthless. Returns a description of the server. */
export function assertDurable(connectionString: string): Promise<string> {
  return withClient(connectionString, async (client) => {
    const names = ['fsync', 'synchronous_commit', 'full_page_writes']
    const { rows } = await client.query<{ name: string; value: string }>(
      `SELECT name, current_setting(name) AS value FROM unnest($1::text[]) AS name`,
      [[...names, 'server_version']],
    )
    const settings = new Map(rows.map(({ name, value }) => [name, value]))
    for (const name of names) if (settings.get(name) !== 'on') throw new Error(`${name} is off`)
    return `${settings.get('server_version')} (embedded; ${names.join(', ')} on)`
  })
}
