import type { CheckName } from '@outlast/contract/rest/admin/checks'
import { fail, type Finding, ok } from '../doctor/check.ts'
import { checkOtherClock } from '../doctor/clocks.ts'
import { checkPool } from '../doctor/pool.ts'
import { checkBackupFolder, checkDataFolder, checkProxy, checkPublicAddress } from '../doctor/service.ts'
import type { ServerDependencies } from './dependencies.ts'

const DATABASE_TIMEOUT_MS = 3_000

/** What the server has seen since its start. */
interface Seen {
  readonly proxySigns: () => readonly string[]
  /** By how much the clock of the locks was ahead of the scoreboard's. */
  readonly clockAheadSeconds: number | undefined
}

/** Returns a function that checks the running pool, anew each time: admins and the doctor get the same list. */
export function serverChecks({ config, running, outages, disk }: ServerDependencies, seen: Seen) {
  const folders = () => [config.dataDir, disk.folder() ?? config.dataDir]
  const ofDatabase = async (): Promise<readonly Finding<CheckName>[]> => {
    try {
      const found = await outages.guard(checkPool(config, running.db, folders()), DATABASE_TIMEOUT_MS)
      return [ok('database', 'The database answers the pool'), ...found]
    } catch {
      return [fail('database', 'The database does not answer the pool: see the log')]
    }
  }
  return async (): Promise<Finding<CheckName>[]> => [
    checkPublicAddress(config),
    checkProxy(config, seen.proxySigns()),
    await checkDataFolder(config.dataDir),
    ...(config.backups === undefined ? [] : [await checkBackupFolder(config.backups.folder)]),
    ...(seen.clockAheadSeconds === undefined
      ? []
      : [checkOtherClock('scoreboard_clock', 'scoreboard', seen.clockAheadSeconds * 1000)]),
    ...(await ofDatabase()),
  ]
}
