import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

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
