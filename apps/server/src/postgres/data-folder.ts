import { accessSync, constants, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another Outlast process already uses the data folder. */
export class DataFolderInUse extends Error {
  override name = 'DataFolderInUse'
  readonly pid: number | undefined

  constructor(dataDir: string, pid: number | undefined) {
    const holder = pid === undefined ? 'another process' : `process ${pid}`
    super(`The data folder ${dataDir} is in use: Outlast already runs on it as ${holder}. Stop that one, or set OUTLAST_DATA.`)
    this.pid = pid
  }
}

/**
 * Locks the data folder for this process, and creates it if missing. Returns a function that releases the lock.
 *
 * It uses a lock of the operating system, through Node's SQLite. The kernel releases it however the process ends, so there
 * is never a stale lock after a `kill -9`.
 *
 * @throws DataFolderInUse if another process holds the lock
 */
export function lockDataFolder(dataDir: string): () => void {
  assertWritable(dataDir)
  const lock = new DatabaseSync(join(dataDir, 'lock'), { timeout: 0 })
  const holder = join(dataDir, 'holder.pid')
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (!(error instanceof Error) || !error.message.includes('locked')) throw error
    throw new DataFolderInUse(dataDir, readPid(holder))
  }
  writeFileSync(holder, `${process.pid}\n`)
  return () => {
    rmSync(holder, { force: true })
    lock.close()
  }
}

function assertWritable(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new Error(
      `The data folder ${dataDir} cannot be written by this user: start Outlast as its owner, or set OUTLAST_DATA`,
      { cause },
    )
  }
}

function readPid(file: string): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8').trim()) || undefined
  } catch {
    return undefined
  }
}
