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

/** The embedded PostgreSQL's major version. Another one's data cannot be read. */
const MAJOR = '18'

/** Where root keeps what an unprivileged account must reach and the checkout would hide from it. */
const ROOTS_PLACE = '/var/lib/outlast'

/** The longest path of a Unix socket that every platform takes (macOS: 104 bytes with the closing NUL). */
const LONGEST_SOCKET = 100

/** A database cluster on disk, and what it takes to run it. */
export interface Cluster {
  /** PostgreSQL's own data directory. */
  readonly data: string
  /** The folder of the Unix socket. */
  readonly sockets: string
  readonly logFile: string
  readonly user: string
  readonly password: string
  readonly account: Account | undefined
  readonly binaries: Binaries
}

/** The role that the cluster is made with, and the app's database. */
export const ROLE = 'outlast'

/** The port's number is part of the socket's name; nothing listens on the network. */
export const PORT = 5432

/**
 * The cluster that belongs to a data folder: found, or made.
 *
 * It lies in `<dataDir>/postgres`. As root, when the account that runs PostgreSQL cannot reach that, it lies
 * below /var/lib/outlast instead, and `<dataDir>/postgres` is a link to it.
 *
 * @param durable false for a throw-away cluster of tests
 */
export function prepareCluster(dataDir: string, durable: boolean, log: (sentence: string) => void): Cluster {
  const folder = join(dataDir, 'postgres')
  const account = accountFor(existsSync(join(folder, 'data')) ? join(folder, 'data') : undefined)
  const place = account === undefined ? ownPlace(folder) : reachablePlace(dataDir, folder, account)
  if (place !== folder) log(`The database lies in ${place}, as ${dataDir} cannot be entered by the account that runs PostgreSQL`)
  const cluster: Cluster = {
    data: join(place, 'data'),
    sockets: socketFolder(place, account),
    logFile: join(place, 'postgres.log'),
    user: ROLE,
    password: passwordOf(dataDir),
    account,
    binaries: findBinaries(account, account === undefined ? dataDir : ROOTS_PLACE),
  }
  const version = join(cluster.data, 'PG_VERSION')
  if (!existsSync(version)) initialise(cluster, place, durable)
  const major = readFileSync(version, 'utf8').trim()
  if (major !== MAJOR) throw new Error(`The data in ${cluster.data} is PostgreSQL ${major}'s; this is PostgreSQL ${MAJOR}`)
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
  // Passing through is all that the account may do in the data folder: the secrets beside the cluster are root's.
  chmodSync(dataDir, 0o711)
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) {
    if (canEnter(account, dataDir)) mkdirSync(folder)
    else symlinkSync(elsewhere(dataDir), folder)
  }
  const place = realpathSync(folder)
  chownSync(place, account.uid, account.gid)
  chmodSync(place, 0o700)
  if (canEnter(account, place)) return place
  throw new Error(`The account that runs PostgreSQL (user id ${account.uid}) can no longer enter ${place}: let it pass through`)
}

/** A folder of root's place for one data folder. Its name is random, so that a new checkout on an old path starts empty. */
function elsewhere(dataDir: string): string {
  const place = join(ROOTS_PLACE, randomBytes(8).toString('hex'))
  mkdirSync(place, { recursive: true, mode: 0o755 })
  chmodSync(ROOTS_PLACE, 0o755)
  writeFileSync(`${place}.belongs-to`, `${realpathSync(dataDir)}\n`)
  return place
}

/** The socket's folder: inside the cluster's, or a short one for it alone where that path would be too long. */
function socketFolder(place: string, account: Account | undefined): string {
  const inside = join(place, 'socket')
  const fits = Buffer.byteLength(join(inside, `.s.PGSQL.${PORT}`)) <= LONGEST_SOCKET
  const short = join(tmpdir(), `outlast-${createHash('sha256').update(place).digest('hex').slice(0, 16)}`)
  const folder = fits ? inside : short
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const owner = account?.uid ?? process.getuid?.()
  const stat = lstatSync(folder)
  if (!stat.isDirectory() || (stat.uid !== owner && stat.uid !== process.getuid?.())) {
    throw new Error(`${folder} belongs to somebody else: PostgreSQL's socket cannot lie there`)
  }
  chmodSync(folder, 0o700)
  if (account !== undefined) chownSync(folder, account.uid, account.gid)
  return folder
}

function passwordOf(dataDir: string): string {
  const file = join(dataDir, 'postgres-password')
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600, flush: true })
  return readFileSync(file, 'utf8').trim()
}

/** Makes an empty cluster. One that was interrupted leaves a draft behind, never half a cluster. */
function initialise(cluster: Cluster, place: string, durable: boolean): void {
  const draft = join(place, 'data.draft')
  const passwordFile = join(place, 'password.draft')
  rmSync(draft, { recursive: true, force: true })
  writeFileSync(passwordFile, `${cluster.password}\n`, { mode: 0o600 })
  if (cluster.account !== undefined) chownSync(passwordFile, cluster.account.uid, cluster.account.gid)
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = [`--username=${cluster.user}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
  const made = spawnSync(
    cluster.binaries.initdb,
    [`--pgdata=${draft}`, '--no-instructions', ...locale, ...access, ...(durable ? [] : ['--no-sync'])],
    { cwd: place, env: cluster.binaries.env, encoding: 'utf8', ...cluster.account },
  )
  rmSync(passwordFile, { force: true })
  if (made.status !== 0)
    throw new Error(`The database could not be made in ${place}: ${made.error?.message ?? made.stderr.trim()}`)
  renameSync(draft, cluster.data)
}
