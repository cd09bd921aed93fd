import { readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Says to which data folder a cluster belongs. It tells a copied or restored data folder from a moved one. */
interface Ownership {
  /** The path of the data folder. */
  readonly folder: string
  /** Its identity, which a move keeps and a copy does not. Undefined if an older version wrote the record. */
  readonly identity?: string
}

const fileIn = (place: string): string => join(place, 'belongs-to.json')

/** Where older versions wrote the path of the data folder. */
export const olderFileOf = (place: string): string => `${place}.belongs-to`

/** Returns which data folder a cluster belongs to; undefined if nobody has recorded it yet. */
export function ownerOf(place: string): Ownership | undefined {
  try {
    return JSON.parse(readFileSync(fileIn(place), 'utf8')) as Ownership
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' && !(error instanceof SyntaxError)) throw error
  }
  try {
    return { folder: readFileSync(olderFileOf(place), 'utf8').trim() }
  } catch {
    return undefined
  }
}

/** Records that a cluster belongs to a data folder. */
export function recordOwner(place: string, dataDir: string): void {
  const ownership: Ownership = { folder: realpathSync(dataDir), identity: identityOf(dataDir) }
  writeFileSync(fileIn(place), `${JSON.stringify(ownership)}\n`, { mode: 0o600, flush: true })
}

/** Returns whether a cluster was recorded for another folder: the data folder is a copy, or came from another file system. */
export function isOwnedByAnother(place: string, dataDir: string): boolean {
  const owner = ownerOf(place)
  return owner !== undefined && owner.folder !== realpathSync(dataDir) && owner.identity !== identityOf(dataDir)
}

/** Returns whether the folder is not the one in which the cluster was last used, but a copy or a restored backup. */
export function isCopy(place: string, dataDir: string): boolean {
  const identity = ownerOf(place)?.identity
  return identity !== undefined && identity !== identityOf(dataDir)
}

/** The inode number alone is reused, and every mounted disk has the same one at its root. */
function identityOf(folder: string): string {
  const { ino, birthtimeNs } = statSync(folder, { bigint: true })
  return `${ino}-${birthtimeNs}`
}
