import { existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'

/** PostgreSQL needs a new file of 16 MiB for its write-ahead log now and then, and stops when it gets none. */
const WAL_FILE_BYTES = 17 * 1024 ** 2
/** With less, the disk counts as full. What still fits into the files that PostgreSQL has is stored, and the rest is refused. */
const FULL_BYTES = 1024 ** 2
/** With less, the pool warns its admins and its operator. */
export const LOW_BYTES = 200_000_000

/** Returns the bytes that can still be written to the disk of a folder, which may not exist yet. */
export function freeBytes(folder: string): number {
  let existing = folder
  while (!existsSync(existing)) existing = dirname(existing)
  const { bavail, bsize } = statfsSync(existing)
  return bavail * bsize
}

/** Whether the disk of a folder is full, to less than what one table needs to grow. */
export const isDiskFull = (folder: string, free = freeBytes): boolean => free(folder) < FULL_BYTES

/** Whether the disk of a folder has so little space that it explains why PostgreSQL does not run. */
export const isDiskNearlyFull = (folder: string): boolean => freeBytes(folder) < WAL_FILE_BYTES

/** Whether an error says that a disk is full: of Node.js, or of PostgreSQL (SQLSTATE 53100). */
export function isDiskFullError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isFull = 'code' in error && (error.code === 'ENOSPC' || error.code === '53100')
  return isFull || /No space left on device/i.test(error.message) || isDiskFullError(error.cause)
}

/** A disk is full. The message says which, and what to do. */
export class DiskFull extends Error {
  override name = 'DiskFull'
  readonly code = 'ENOSPC'

  /** @param folder undefined for the disk of a database elsewhere */
  constructor(folder: string | undefined, cause?: unknown) {
    const place = folder === undefined ? 'The disk of the database' : `The disk of ${folder}`
    super(`${place} is full. Delete something there, or make the disk larger.`, { cause })
  }
}
