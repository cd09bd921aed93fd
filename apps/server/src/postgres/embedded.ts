import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { type Cluster, PORT, prepareCluster, ROLE } from './cluster.ts'
import { DataFolderInUse, takeDataFolder } from './data-folder.ts'
import { Keeper, type KeeperEvents } from './supervisor.ts'

export interface EmbeddedOptions extends KeeperEvents {
  /** The data folder (`OUTLAST_DATA`). Made when missing. */
  readonly dataDir: string
  /** False gives up durability for speed: for the throw-away clusters of tests. Default true. */
  readonly durable?: boolean
  /** Settings of PostgreSQL over the defaults, e.g. `{ max_connections: '200' }`. */
  readonly settings?: Readonly<Record<string, string>>
}

/** A running embedded PostgreSQL. */
export interface EmbeddedPostgres {
  /** For pg, psql and others; over a Unix socket that only this user may use. Stays the same when the server is restarted. */
  readonly connectionString: string
  /** The number in the socket's name. Nothing listens on the network. */
  readonly port: number
  /** The server's process id at present. */
  readonly pid: number
  /** Ends the server (fast shutdown: everything is written) and gives the data folder back. Calling it again changes nothing. */
  stop(): Promise<void>
}

const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/** Where another process (a command beside the running server) reads how to connect. */
const CONNECTION_FILE = 'postgres-connection.json'

/**
 * Starts the real PostgreSQL that comes with the npm packages, on the data folder's own cluster (made when there is none),
 * and keeps it running until `stop`: a server that dies is started again.
 *
 * @throws DataFolderInUse when another process runs it already; an Error with a sentence when it cannot run here
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir)
  const giveBack = takeDataFolder(dataDir)
  let keeper: Keeper | undefined
  try {
    const durable = options.durable ?? true
    const cluster = prepareCluster(dataDir, durable, (sentence) => options.log.info(sentence))
    const settings = { ...(durable ? {} : NOT_DURABLE), ...options.settings }
    const running = new Keeper(cluster, settings, options)
    keeper = running
    await running.start()
    const connectionString = await makeDatabase(cluster)
    const connectionFile = join(dataDir, CONNECTION_FILE)
    writeFileSync(connectionFile, JSON.stringify({ connectionString }), { mode: 0o600 })
    const stop = async (): Promise<void> => {
      rmSync(connectionFile, { force: true })
      await running.stop()
      rmSync(cluster.sockets, { recursive: true, force: true })
      giveBack()
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
    await keeper?.stop()
    giveBack()
    throw error
  }
}

/**
 * The embedded PostgreSQL for a command beside the app: the app's own when that runs (`stop` leaves it alone), else one
 * started for as long as the command takes.
 */
export async function borrowEmbeddedPostgres(
  options: EmbeddedOptions,
): Promise<Pick<EmbeddedPostgres, 'connectionString' | 'stop'>> {
  try {
    return await startEmbeddedPostgres(options)
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error
    const file = join(resolve(options.dataDir), CONNECTION_FILE)
    if (!existsSync(file)) throw new Error('The pool is starting or stopping just now: try again in a moment', { cause: error })
    const { connectionString } = JSON.parse(readFileSync(file, 'utf8')) as { connectionString: string }
    return { connectionString, stop: () => Promise.resolve() }
  }
}

/** Makes the app's database unless it is there. Answers how to connect to it. */
async function makeDatabase(cluster: Cluster): Promise<string> {
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
