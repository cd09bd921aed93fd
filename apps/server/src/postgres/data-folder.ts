import { accessSync, constants, mkdirSync } from 'node:fs'
import { FolderLocked, lockFolder } from './folder-lock.ts'

/** Another Outlast process already uses the data folder. */
export class DataFolderInUse extends Error {
  override name = 'DataFolderInUse'

  constructor(dataDir: string, holder: string) {
    super(`The data folder ${dataDir} is in use: Outlast already runs on it as ${holder}. Stop that one, or set OUTLAST_DATA.`)
  }
}

/**
 * Locks the data folder for this process, and creates it if missing. Returns a function that releases the lock.
 *
 * @throws DataFolderInUse if another process holds the lock
 */
export function lockDataFolder(dataDir: string): () => void {
  assertWritable(dataDir)
  try {
    return lockFolder(dataDir)
  } catch (error) {
    throw error instanceof FolderLocked ? new DataFolderInUse(dataDir, error.holder) : error
  }
}

function assertWritable(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new Error(
      `The data folder ${dataDir} cannot be written by this user: start Outlast as its owner, or set OUTLAST_DATA`,
      { cause },
    )
  }
}
