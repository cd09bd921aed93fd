import type { ServerStatus } from '@outlast/contract'
import type { ServerCheck } from '@outlast/contract/rest/admin/checks'
import type { Config } from '../config/config.ts'
import { freeBytes, isDiskFull, LOW_BYTES } from '../lib/disk-space.ts'
import { reachOf } from '../lib/reach.ts'
import { handlers } from '../http/handler.ts'

export interface ServerStatusDependencies {
  readonly config: Pick<Config, 'publicUrl' | 'mail' | 'dataDir'>
  readonly outages: { readonly isDiskFull: boolean }
  readonly disk: { readonly folder: () => string | undefined }
  /** Checks the pool, anew each time. */
  readonly check: () => Promise<ServerCheck[]>
}

/** What an admin must know of the server: whether members can open the pool, and get its mails, and whether its disk has space. */
export function serverStatusRoutes({ config: { publicUrl, mail, dataDir }, outages, disk, check }: ServerStatusDependencies) {
  const settings = { public_url: publicUrl, reach: reachOf(publicUrl), sends_mail: mail.kind === 'smtp' }
  const space = (): ServerStatus['disk'] => (outages.isDiskFull ? 'full' : spaceIn([dataDir, disk.folder() ?? dataDir]))
  return handlers({
    serverStatus: () => ({ status: 200, body: { ...settings, disk: space() } }),
    serverChecks: async () => ({ status: 200, body: { checks: await check() } }),
  })
}

/** Returns how much space the fullest of the disks of some folders has. */
export function spaceIn(folders: readonly string[], free = freeBytes): ServerStatus['disk'] {
  if (folders.some((folder) => isDiskFull(folder, free))) return 'full'
  return folders.some((folder) => free(folder) < LOW_BYTES) ? 'low' : 'ok'
}
