import { readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Records to which data folder a cluster belongs, to distinguish a copied or restored data folder from a moved one. */
interface Ownership {
  /** The path of the data folder. */
  readonly folder: string
  /** Its identity, which a move keeps and a copy does not. Undefined if an older version wrote the record. */
  readonly identity?: string
}

const fileIn = (clusterFolder: string): string => join(clusterFolder, 'belongs-to.json')

/** Where older versions wrote the path of the data folder. */
export const olderFileOf = (clusterFolder: string): string => `${clusterFolder}.belongs-to`

/** Returns which data folder a cluster belongs to; undefined if nobody has recorded it yet. */
export function ownerOf(clusterFolder: string): Ownership | undefined {
  try {
    return JSON.parse(readFileSync(fileIn(clusterFolder), 'utf8')) as Ownership
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' && !(error instanceof SyntaxError)) throw error
  }
  try {
    return { folder: readFileSync(olderFileOf(clusterFolder), 'utf8').trim() }
  } catch {
    return undefined
  }
}

/** Records that a cluster belongs to a data folder. */
export function recordOwner(clusterFolder: string, dataDir: string): void {
  const ownership: Ownership = { folder: realpathSync(dataDir), identity: identityOf(dataDir) }
  writeFileSync(fileIn(clusterFolder), `${JSON.stringify(ownership)}\n`, { mode: 0o600, flush: true })
}

/** Returns whether a cluster was recorded for another folder: the data folder is a copy, or came from another file system. */
export function isOwnedByAnother(clusterFolder: string, dataDir: string): boolean {
  const owner = ownerOf(clusterFolder)
  return owner !== undefined && owner.folder !== realpathSync(dataDir) && owner.identity !== identityOf(dataDir)
}

/** Returns whether the folder is not the one in which the cluster was last used, but a copy or a restored backup. */
export function isCopy(clusterFolder: string, dataDir: string): boolean {
  const identity = ownerOf(clusterFolder)?.identity
  return identity !== undefined && identity !== identityOf(dataDir)
}

/** Returns the identity of a folder. The inode number alone is reused, and is the same at the root of every mounted disk. */
function identityOf(folder: string): string {
  const { ino, birthtimeNs } = statSync(folder, { bigint: true })
  return `${ino}-${birthtimeNs}`
}
