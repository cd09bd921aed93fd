import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { DiskFull, isDiskFull, isDiskFullError, isDiskNearlyFull } from '../lib/disk-space.ts'
import { type Cluster, PORT, ROLE } from './cluster.ts'
import { prepareCluster } from './prepare-cluster.ts'
import { DataFolderInUse, lockDataFolder } from './data-folder.ts'
import { PostgresSupervisor, type SupervisorOptions } from './supervisor.ts'

export interface EmbeddedOptions extends SupervisorOptions {
  /** The data folder (`OUTLAST_DATA`). Created if missing. */
  readonly dataDir: string
  /** False trades durability for speed, for temporary clusters in tests. Default: true. */
  readonly durable?: boolean
  /** PostgreSQL settings, e.g. `{ max_connections: '200' }`. */
  readonly settings?: Readonly<Record<string, string>>
}

/** A running embedded PostgreSQL. */
export interface EmbeddedPostgres {
  /** Uses a Unix socket that only this user can access. Stays the same when the server restarts. */
  readonly connectionString: string
  /** The port in the socket's file name. Nothing listens on the network. */
  readonly port: number
  /** The server's current process id. */
  readonly pid: number
  /** Stops the server with a fast shutdown and releases the data folder. Further calls have no effect. */
  stop(): Promise<void>
}

const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/** The file from which another process, such as a CLI command, reads how to connect. */
const CONNECTION_FILE = 'postgres-connection.json'

/**
 * Starts the PostgreSQL of the npm package on the data folder's cluster, which is created if missing, and restarts it
 * whenever it exits before `stop`.
 *
 * @throws DataFolderInUse if another process already runs it; an Error with a message for the operator if it cannot run
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir)
  const releaseFolder = namingFullDisk(dataDir, () => lockDataFolder(dataDir))
  let supervisor: PostgresSupervisor | undefined
  let releaseCluster = (): void => {}
  let folder = dataDir
  try {
    const durable = options.durable ?? true
    const cluster = await prepareCluster(dataDir, durable, (message) => options.log.info(message))
    releaseCluster = cluster.release
    folder = cluster.data
    const settings = { ...(durable ? {} : NOT_DURABLE), ...options.settings }
    const running = new PostgresSupervisor(cluster, settings, options)
    supervisor = running
    await running.start()
    const connectionString = await createAppDatabase(cluster)
    const connectionFile = join(dataDir, CONNECTION_FILE)
    writeFileSync(connectionFile, JSON.stringify({ connectionString }), { mode: 0o600 })
    const stop = async (): Promise<void> => {
      rmSync(connectionFile, { force: true })
      await running.stop()
      rmSync(cluster.sockets, { recursive: true, force: true })
      releaseCluster()
      releaseFolder()
    }
    let stopping: Promise<void> | undefined
    return {
      connectionString,
      port: PORT,
      get pid() {
        return running.pid
      },
      stop: () => (stopping ??= stop()),
    }
  } catch (error) {
    await supervisor?.stop()
    releaseCluster()
    releaseFolder()
    throw isDiskFullError(error) || isDiskNearlyFull(folder) ? new DiskFull(folder, error) : error
  }
}

function namingFullDisk<T>(folder: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw !(error instanceof DataFolderInUse) && (isDiskFullError(error) || isDiskFull(folder))
      ? new DiskFull(folder, error)
      : error
  }
}

/**
 * Returns the embedded PostgreSQL for a CLI command: the server of the running pool, which `stop` does not stop, or else one
 * that runs until `stop`.
 */
export async function borrowEmbeddedPostgres(
  options: EmbeddedOptions,
): Promise<Pick<EmbeddedPostgres, 'connectionString' | 'stop'>> {
  try {
    return await startEmbeddedPostgres(options)
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error
    const file = join(resolve(options.dataDir), CONNECTION_FILE)
    if (!existsSync(file)) throw new Error('The pool is starting or stopping: try again in a moment', { cause: error })
    const { connectionString } = JSON.parse(readFileSync(file, 'utf8')) as { connectionString: string }
    return { connectionString, stop: () => Promise.resolve() }
  }
}

/** Creates the app's database if it does not exist, and returns its connection string. */
async function createAppDatabase(cluster: Cluster): Promise<string> {
  const address = { host: cluster.sockets, port: PORT, user: cluster.user, password: cluster.password }
  const client = new pg.Client({ ...address, database: 'postgres' })
  await client.connect()
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [ROLE])
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${ROLE}`)
  } finally {
    await client.end()
  }
  const folder = encodeURIComponent(cluster.sockets)
  return `postgresql://${cluster.user}:${cluster.password}@localhost:${PORT}/${ROLE}?host=${folder}`
}
