import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type Account, accountFor, canEnter } from './account.ts'
import { FolderLocked, lockFolder } from './folder-lock.ts'
import { isCopy, isOwnedByAnother, ownerOf, recordOwner } from './ownership.ts'
import { stopOrphans } from './postmaster.ts'

/** As root, the folder for files that the unprivileged account must be able to read but cannot read in the checkout. */
export const ROOT_FOLDER = '/var/lib/outlast'

/** The folder of one data folder's cluster, locked for this process. */
export interface ClaimedCluster {
  readonly clusterFolder: string
  readonly account: Account | undefined
  readonly release: () => void
}

/**
 * Finds or creates the folder of a data folder's cluster, and locks it. It is `<dataDir>/postgres`; as root, if the account
 * that runs PostgreSQL cannot reach that folder, it is below {@link ROOT_FOLDER} and `<dataDir>/postgres` is a link to it.
 *
 * A copied data folder with such a link would share the cluster with its original, so it gets a copy of the cluster first.
 *
 * @throws Error with a message for the operator, in particular if the cluster is in use or was copied while it was
 */
export async function claimClusterFolder(dataDir: string, log: (message: string) => void): Promise<ClaimedCluster> {
  const folder = join(dataDir, 'postgres')
  const data = join(folder, 'data')
  finishCopy(folder)
  assertLinkIsValid(dataDir, folder)
  const account = accountFor(existsSync(data) ? data : undefined)
  if (isLink(folder) && isOwnedByAnother(realpathSync(folder), dataDir)) await copyCluster(dataDir, folder, account, log)
  const clusterFolder = account === undefined ? ownClusterFolder(folder) : reachableClusterFolder(dataDir, folder, account)
  const release = lockCluster(clusterFolder, dataDir)
  try {
    assertUsable(clusterFolder, dataDir)
    if (account !== undefined) changeOwner(join(clusterFolder, 'data'), account)
    recordOwner(clusterFolder, dataDir)
    return { clusterFolder, account, release }
  } catch (error) {
    release()
    throw error
  }
}

/** Finishes a copy that was interrupted after it had removed the link. Its record of the owner is written last. */
function finishCopy(folder: string): void {
  const draft = draftOf(folder)
  const isMissing = lstatSync(folder, { throwIfNoEntry: false }) === undefined
  if (isMissing && existsSync(join(draft, 'belongs-to.json'))) renameSync(draft, folder)
}

const draftOf = (folder: string): string => `${folder}.draft`

export const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true

function assertLinkIsValid(dataDir: string, folder: string): void {
  if (!isLink(folder) || existsSync(folder)) return
  const target = resolve(dataDir, readlinkSync(folder))
  throw new Error(
    `The database of ${dataDir} is missing: ${folder} is a link to ${target}, which does not exist. Restore that folder, or delete the link to start with an empty pool.`,
  )
}

function ownClusterFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const clusterFolder = realpathSync(folder)
  const owner = statSync(clusterFolder).uid
  if (owner === process.getuid?.()) return clusterFolder
  throw new Error(`The database in ${clusterFolder} belongs to user id ${owner}: start Outlast as that user, or as root`)
}

function reachableClusterFolder(dataDir: string, folder: string, account: Account): string {
  // The account may only pass through the data folder: the secrets in it belong to root.
  chmodSync(dataDir, 0o711)
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) {
    if (canEnter(account, dataDir)) mkdirSync(folder)
    else symlinkSync(createRootFolder(), folder)
  }
  const clusterFolder = realpathSync(folder)
  chownSync(clusterFolder, account.uid, account.gid)
  chmodSync(clusterFolder, 0o700)
  if (canEnter(account, clusterFolder)) return clusterFolder
  throw new Error(
    `The account that runs PostgreSQL (user id ${account.uid}) can no longer enter ${clusterFolder}: restore its access`,
  )
}

/** Creates a folder below {@link ROOT_FOLDER} for one data folder. Its name is random, so that a new checkout at an old path starts empty. */
function createRootFolder(): string {
  const clusterFolder = join(ROOT_FOLDER, randomBytes(8).toString('hex'))
  mkdirSync(clusterFolder, { recursive: true, mode: 0o755 })
  chmodSync(ROOT_FOLDER, 0o755)
  return clusterFolder
}

/** Locks a cluster, because its data folder's own lock does not cover a second link to the cluster. */
function lockCluster(clusterFolder: string, dataDir: string): () => void {
  try {
    return lockFolder(clusterFolder)
  } catch (error) {
    if (!(error instanceof FolderLocked)) throw error
    throw new Error(
      `The database of ${dataDir}, in ${clusterFolder}, is in use by ${error.holder}. Stop that one, or set OUTLAST_DATA.`,
      {
        cause: error,
      },
    )
  }
}

/**
 * Rejects a cluster whose files were copied while its server ran: they are from different moments, so the database may have
 * lost or mixed up rows without any error. The copied lock file of PostgreSQL reveals this.
 */
function assertUsable(clusterFolder: string, dataDir: string): void {
  const data = join(clusterFolder, 'data')
  const lockFile = join(data, 'postmaster.pid')
  if (isLink(join(dataDir, 'postgres')) || !existsSync(lockFile) || !isCopy(clusterFolder, dataDir)) return
  throw new Error(
    `The database in ${data} was copied while it was in use, so it may be damaged. ` +
      `Stop the pool and copy its folder again. If nothing ran during the copy, delete ${lockFile} and start again.`,
  )
}

/** Gives a copied data folder a copy of its original's cluster. The original must not run. */
async function copyCluster(
  dataDir: string,
  folder: string,
  account: Account | undefined,
  log: (message: string) => void,
): Promise<void> {
  const source = realpathSync(folder)
  const releases = [lockOriginal(dataDir, source)]
  try {
    await stopOrphans({ data: join(source, 'data'), sockets: join(source, 'socket') })
    const clusterFolder = account === undefined || canEnter(account, dataDir) ? draftOf(folder) : createRootFolder()
    log(`${dataDir} is a copy of ${ownerOf(source)?.folder}: copying its database from ${source}`)
    rmSync(draftOf(folder), { recursive: true, force: true })
    mkdirSync(clusterFolder, { recursive: true })
    releases.push(lockFolder(clusterFolder))
    cpSync(join(source, 'data'), join(clusterFolder, 'data'), { recursive: true, verbatimSymlinks: true })
    rmSync(join(clusterFolder, 'data', 'postmaster.pid'), { force: true })
    if (account !== undefined) changeOwner(clusterFolder, account)
    recordOwner(clusterFolder, dataDir)
    spawnSync('sync')
    replaceLink(folder, clusterFolder)
  } finally {
    for (const release of releases) release()
  }
}

/** Replaces the link `folder` with the folder `clusterFolder` if that is next to it, otherwise with a link to `clusterFolder`. */
function replaceLink(folder: string, clusterFolder: string): void {
  if (dirname(clusterFolder) === dirname(folder)) {
    rmSync(folder)
    renameSync(clusterFolder, folder)
  } else {
    symlinkSync(clusterFolder, draftOf(folder))
    renameSync(draftOf(folder), folder)
  }
}

/** Locks the cluster of a copy's original and, because older versions lock nothing else, its data folder. */
function lockOriginal(dataDir: string, source: string): () => void {
  const original = ownerOf(source)?.folder ?? source
  const reject = (holder: string): never => {
    throw new Error(
      `The data folder ${dataDir} is a copy of ${original}, whose pool runs as ${holder}. Stop that pool, so that its database can be copied too.`,
    )
  }
  const releases: (() => void)[] = []
  try {
    releases.push(lockFolder(source))
    const link = join(original, 'postgres')
    if (existsSync(link) && realpathSync(link) === source) releases.push(lockFolder(original))
  } catch (error) {
    for (const release of releases) release()
    if (error instanceof FolderLocked) reject(error.holder)
    throw error
  }
  return () => {
    for (const release of releases) release()
  }
}

/** Gives files that root owns to the account, as after a copy that did not keep their owners. */
function changeOwner(path: string, account: Account): void {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined || stat.uid === account.uid) return
  lchownSync(path, account.uid, account.gid)
  if (stat.isSymbolicLink()) return
  chmodSync(path, stat.isDirectory() ? 0o700 : 0o600)
  if (stat.isDirectory()) for (const name of readdirSync(path)) changeOwner(join(path, name), account)
}
