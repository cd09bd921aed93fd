import { existsSync, lstatSync, readdirSync, realpathSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isLink, ROOT_FOLDER } from './cluster-folder.ts'
import { shortSocketFolder } from './socket-folder.ts'
import { lockDataFolder } from './data-folder.ts'
import { FolderLocked, lockFolder } from './folder-lock.ts'
import { isOwnedByAnother, olderFileOf, ownerOf } from './ownership.ts'
import { stopOrphans } from './postmaster.ts'

/** The names that Outlast writes into a data folder. Other files belong to someone else, e.g. if OUTLAST_DATA is a shared folder. */
const OWN_FILES: readonly RegExp[] = [
  /^postgres(\.draft|-password|-connection\.json)?$/,
  /^postgresql-/,
  /^jwt-secret/,
  /^heads\.ndjson/,
  /^head-key/,
  /^vapid-key/,
  /^mail$/,
  /^lock(-journal)?$/,
  /^holder\.pid$/,
]

const isOwn = (name: string): boolean => OWN_FILES.some((pattern) => pattern.test(name))

/** A folder with data of a pool. */
export interface StoredData {
  readonly folder: string
  readonly bytes: number
}

/** A cluster below /var/lib/outlast that no data folder uses, because that was deleted or moved to another disk. */
export interface Leftover extends StoredData {
  /** The data folder that it belonged to. */
  readonly owner: string
}

/** Returns the folders with the data of a pool: the data folder, and its database if that is elsewhere. Empty if the data folder does not exist. */
export function storedData(dataDir: string): readonly StoredData[] {
  if (!existsSync(dataDir)) return []
  const clusterFolder = externalClusterFolder(dataDir)
  const folders = [realpathSync(dataDir), ...(clusterFolder === undefined ? [] : [clusterFolder])]
  return folders.map((folder) => ({ folder, bytes: bytesIn(folder) }))
}

/** Returns the folder of the data folder's own database if it is not inside the data folder. */
function externalClusterFolder(dataDir: string): string | undefined {
  const link = join(dataDir, 'postgres')
  if (!isLink(link) || !existsSync(link)) return undefined
  const clusterFolder = realpathSync(link)
  return isOwnedByAnother(clusterFolder, dataDir) ? undefined : clusterFolder
}

/**
 * Deletes what Outlast has stored in a data folder, and its database wherever that is.
 *
 * @returns the names of other files in the data folder, which are kept
 * @throws DataFolderInUse while the pool runs
 */
export async function removeData(dataDir: string): Promise<readonly string[]> {
  const release = lockDataFolder(dataDir)
  const clusterFolder = externalClusterFolder(dataDir)
  try {
    const inside = join(dataDir, 'postgres')
    if (clusterFolder !== undefined) await removeCluster(clusterFolder)
    else if (existsSync(inside) && !isLink(inside)) await removeCluster(realpathSync(inside))
    for (const name of readdirSync(dataDir).filter(isOwn)) rmSync(join(dataDir, name), { recursive: true, force: true })
  } finally {
    release()
  }
  const others = readdirSync(dataDir)
  if (others.length === 0) removeEmptyFolder(dataDir)
  return others
}

/** Removes an empty folder, unless it is a mount point, as in a container. */
function removeEmptyFolder(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    return
  }
}

/** Stops processes that a killed pool left running, and deletes the cluster. */
async function removeCluster(clusterFolder: string): Promise<void> {
  const release = lockFolder(clusterFolder)
  try {
    await stopOrphans({ data: join(clusterFolder, 'data'), sockets: join(clusterFolder, 'socket') })
    rmSync(shortSocketFolder(clusterFolder), { recursive: true, force: true })
    rmSync(clusterFolder, { recursive: true, force: true })
    rmSync(olderFileOf(clusterFolder), { force: true })
  } finally {
    release()
  }
}

/** Returns the clusters below /var/lib/outlast that no data folder uses and no process has open. */
export function leftovers(): readonly Leftover[] {
  if (!existsSync(ROOT_FOLDER)) return []
  return readdirSync(ROOT_FOLDER)
    .filter((name) => /^[0-9a-f]{16}$/.test(name))
    .flatMap((name) => leftoverAt(join(ROOT_FOLDER, name)))
}

/** Returns a cluster if it is a leftover. One without a record of its data folder is not: it is just being created. */
function leftoverAt(folder: string): readonly Leftover[] {
  const owner = ownerOf(folder)?.folder
  if (owner === undefined) return []
  const link = join(owner, 'postgres')
  const isUsed = existsSync(link) && realpathSync(link) === folder
  return isUsed || isLocked(folder) ? [] : [{ folder, owner, bytes: bytesIn(folder) }]
}

function isLocked(clusterFolder: string): boolean {
  try {
    lockFolder(clusterFolder)()
    return false
  } catch (error) {
    if (error instanceof FolderLocked) return true
    throw error
  }
}

/** Deletes clusters that {@link leftovers} returned, and the copies of PostgreSQL's programs if no cluster remains. */
export async function removeLeftovers(unused: readonly Leftover[]): Promise<void> {
  for (const { folder } of unused) await removeCluster(folder)
  if (readdirSync(ROOT_FOLDER).every((name) => name.startsWith('postgresql-')))
    rmSync(ROOT_FOLDER, { recursive: true, force: true })
}

function bytesIn(path: string): number {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return 0
  if (!stat.isDirectory()) return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? 0 : stat.size
  return readdirSync(path).reduce((sum, name) => sum + bytesIn(join(path, name)), 0)
}
