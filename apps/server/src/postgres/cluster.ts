import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Account, accountFor, canEnter } from './account.ts'
import { type Binaries, findBinaries } from './binaries.ts'

/** The major version of the embedded PostgreSQL. It cannot read the data of another major version. */
const MAJOR = '18'

/** As root, the folder for files that the unprivileged account must reach but cannot reach in the checkout. */
const ROOT_FOLDER = '/var/lib/outlast'

/** The maximum length of a Unix socket path on every platform (macOS: 104 bytes including the NUL). */
const MAX_SOCKET_PATH = 100

/** A database cluster on disk, and everything needed to run it. */
export interface Cluster {
  /** PostgreSQL's data directory. */
  readonly data: string
  /** The folder of the Unix socket. */
  readonly sockets: string
  readonly logFile: string
  readonly user: string
  readonly password: string
  readonly account: Account | undefined
  readonly binaries: Binaries
}

/** The name of the cluster's superuser and of the app's database. */
export const ROLE = 'outlast'

/** The port is part of the socket's file name. Nothing listens on the network. */
export const PORT = 5432

/**
 * Finds or creates the cluster of a data folder, in `<dataDir>/postgres`. As root, if the account that runs PostgreSQL
 * cannot reach that folder, the cluster is below /var/lib/outlast and `<dataDir>/postgres` is a link to it.
 *
 * @param durable false for a temporary cluster in tests
 */
export function prepareCluster(dataDir: string, durable: boolean, log: (message: string) => void): Cluster {
  const folder = join(dataDir, 'postgres')
  const account = accountFor(existsSync(join(folder, 'data')) ? join(folder, 'data') : undefined)
  const place = account === undefined ? ownPlace(folder) : reachablePlace(dataDir, folder, account)
  if (place !== folder) log(`The database is in ${place}, because the account that runs PostgreSQL cannot enter ${dataDir}`)
  const cluster: Cluster = {
    data: join(place, 'data'),
    sockets: socketFolder(place, account),
    logFile: join(place, 'postgres.log'),
    user: ROLE,
    password: readOrCreatePassword(dataDir),
    account,
    binaries: findBinaries(account, account === undefined ? dataDir : ROOT_FOLDER),
  }
  const version = join(cluster.data, 'PG_VERSION')
  if (!existsSync(version)) initialise(cluster, place, durable)
  const major = readFileSync(version, 'utf8').trim()
  if (major !== MAJOR)
    throw new Error(`The data in ${cluster.data} belongs to PostgreSQL ${major}, but this is PostgreSQL ${MAJOR}`)
  return cluster
}

function ownPlace(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const place = realpathSync(folder)
  const owner = statSync(place).uid
  if (owner === process.getuid?.()) return place
  throw new Error(`The database in ${place} belongs to user id ${owner}: start Outlast as that user, or as root`)
}

function reachablePlace(dataDir: string, folder: string, account: Account): string {
  // The account may only pass through the data folder: the secrets in it belong to root.
  chmodSync(dataDir, 0o711)
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) {
    if (canEnter(account, dataDir)) mkdirSync(folder)
    else symlinkSync(createRootFolder(dataDir), folder)
  }
  const place = realpathSync(folder)
  chownSync(place, account.uid, account.gid)
  chmodSync(place, 0o700)
  if (canEnter(account, place)) return place
  throw new Error(`The account that runs PostgreSQL (user id ${account.uid}) can no longer enter ${place}: restore its access`)
}

/** Creates a folder below {@link ROOT_FOLDER} for one data folder. Its name is random, so that a new checkout at an old path starts empty. */
function createRootFolder(dataDir: string): string {
  const place = join(ROOT_FOLDER, randomBytes(8).toString('hex'))
  mkdirSync(place, { recursive: true, mode: 0o755 })
  chmodSync(ROOT_FOLDER, 0o755)
  writeFileSync(`${place}.belongs-to`, `${realpathSync(dataDir)}\n`)
  return place
}

/** Returns the socket's folder: inside the cluster's folder, or a short temporary path if that would be too long. */
function socketFolder(place: string, account: Account | undefined): string {
  const inside = join(place, 'socket')
  const fits = Buffer.byteLength(join(inside, `.s.PGSQL.${PORT}`)) <= MAX_SOCKET_PATH
  const short = join(tmpdir(), `outlast-${createHash('sha256').update(place).digest('hex').slice(0, 16)}`)
  const folder = fits ? inside : short
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const owner = account?.uid ?? process.getuid?.()
  const stat = lstatSync(folder)
  if (!stat.isDirectory() || (stat.uid !== owner && stat.uid !== process.getuid?.())) {
    throw new Error(`${folder} belongs to another user: PostgreSQL cannot create its socket there`)
  }
  chmodSync(folder, 0o700)
  if (account !== undefined) chownSync(folder, account.uid, account.gid)
  return folder
}

function readOrCreatePassword(dataDir: string): string {
  const file = join(dataDir, 'postgres-password')
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600, flush: true })
  return readFileSync(file, 'utf8').trim()
}

/** Creates an empty cluster. An interruption leaves a draft behind, never an incomplete cluster. */
function initialise(cluster: Cluster, place: string, durable: boolean): void {
  const draft = join(place, 'data.draft')
  const passwordFile = join(place, 'password.draft')
  rmSync(draft, { recursive: true, force: true })
  writeFileSync(passwordFile, `${cluster.password}\n`, { mode: 0o600 })
  if (cluster.account !== undefined) chownSync(passwordFile, cluster.account.uid, cluster.account.gid)
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = [`--username=${cluster.user}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
  const result = spawnSync(
    cluster.binaries.initdb,
    [`--pgdata=${draft}`, '--no-instructions', ...locale, ...access, ...(durable ? [] : ['--no-sync'])],
    { cwd: place, env: cluster.binaries.env, encoding: 'utf8', ...cluster.account },
  )
  rmSync(passwordFile, { force: true })
  if (result.status !== 0)
    throw new Error(`The database could not be created in ${place}: ${result.error?.message ?? result.stderr.trim()}`)
  renameSync(draft, cluster.data)
}
