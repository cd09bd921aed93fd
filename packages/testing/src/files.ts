import { existsSync, mkdtempSync, realpathSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

/** Linux's file system in memory. In a container it is often too small. */
const MEMORY_FOLDER = '/dev/shm'
/** A whole run needs at most 2 GB for its databases and browser profiles. */
const NEEDED_BYTES = 4 * 1024 ** 3

/**
 * Puts the temporary files of this process and of those it starts into memory, where there is room for them and `TMPDIR` is not
 * set. Tests create and drop about a thousand databases, and half of their time would be work for the disk.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR === undefined && hasRoomInMemory()) process.env.TMPDIR = MEMORY_FOLDER
}

function hasRoomInMemory(): boolean {
  if (!existsSync(MEMORY_FOLDER)) return false
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
  return Math.min(bavail * bsize, freemem()) > NEEDED_BYTES
}

/** Creates an empty folder under the system's folder for temporary files. */
export function createTemporaryFolder(purpose: string): string {
  return mkdtempSync(join(tmpdir(), `outlast-${purpose}-`))
}

/**
 * Deletes a data folder with its PostgreSQL cluster. As root, under a folder that only root may enter, the cluster lies
 * elsewhere and the data folder holds a link to it.
 */
export function removeDataFolder(dataDir: string): void {
  const link = join(dataDir, 'postgres')
  if (existsSync(link)) {
    const cluster = realpathSync(link)
    rmSync(cluster, { recursive: true, force: true })
    rmSync(`${cluster}.belongs-to`, { force: true })
  }
  rmSync(dataDir, { recursive: true, force: true })
}
