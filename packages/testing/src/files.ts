import { existsSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Takes a data folder away, with the cluster that may lie elsewhere (as root, under a folder that only root can enter). */
export function removeDataFolder(dataDir: string): void {
  const link = join(dataDir, 'postgres')
  if (existsSync(link)) {
    const place = realpathSync(link)
    rmSync(place, { recursive: true, force: true })
    rmSync(`${place}.belongs-to`, { force: true })
  }
  rmSync(dataDir, { recursive: true, force: true })
}
