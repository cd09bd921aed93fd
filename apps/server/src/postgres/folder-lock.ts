import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another process holds the lock of a folder. */
export class FolderLocked extends Error {
  override name = 'FolderLocked'
  /** Undefined if the process has not written its id yet. */
  readonly pid: number | undefined

  constructor(folder: string, pid: number | undefined) {
    super(`The folder ${folder} is in use`)
    this.pid = pid
  }

  /** The process, for messages: `process 123`. */
  get holder(): string {
    return this.pid === undefined ? 'another process' : `process ${this.pid}`
  }
}

/**
 * Locks a folder for this process, and creates it if missing. Returns a function that releases the lock.
 *
 * It uses a lock of the operating system, through Node's SQLite. The kernel releases it however the process ends, so there
 * is never a stale lock after a `kill -9` or a restart. It also works between containers that share the folder.
 *
 * @throws FolderLocked if another process holds the lock; an Error with a message for the operator if the file system has no locks
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const holder = join(folder, 'holder.pid')
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(join(folder, 'lock'), { timeout: 0 })
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    writeFileSync(holder, `${process.pid}\n`)
  } catch (error) {
    lock?.close()
    if (error instanceof Error && error.message.includes('locked')) throw new FolderLocked(folder, readPid(holder))
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The folder ${folder} cannot be locked (${reason}): put it on a local disk, or set DATABASE_URL`, {
      cause: error,
    })
  }
  const held = lock
  return () => {
    rmSync(holder, { force: true })
    held.close()
  }
}

function readPid(file: string): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8').trim()) || undefined
  } catch {
    return undefined
  }
}
