import { accessSync, constants, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Thrown when another Outlast already runs on the data folder. */
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
 * Takes the data folder for this process, making it if need be. What is returned gives it back.
 *
 * A lock of the operating system's, through SQLite, which is in Node: the kernel gives it back however the process ends,
 * so there is no stale lock to judge after a `kill -9`, and no process id that now belongs to somebody else.
 *
 * @throws DataFolderInUse when another process has it
 */
export function takeDataFolder(dataDir: string): () => void {
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
