import { join } from 'node:path'
import type { BackupSchedule, Config } from '../config/config.ts'
import type { BackupStatus } from './status.ts'

/** The folder of backups inside of the data folder. It does not belong to the embedded database, and stays when that is deleted. */
export const BACKUPS_FOLDER = 'backups'

const DAY_MS = 86_400_000
const KEPT = 14

type BackupConfig = Pick<Config, 'backups' | 'dataDir'>

/** Where backups go, and how many are kept: as configured, otherwise into the data folder, one a day. */
export function backupPlace({ backups, dataDir }: BackupConfig): BackupSchedule {
  return backups ?? { folder: join(dataDir, BACKUPS_FOLDER), everyMs: DAY_MS, keep: KEPT }
}

/** The schedule that applies: the configured one, or a daily one that an admin switched on; undefined without one. */
export function scheduleOf(config: BackupConfig, { isDaily }: Pick<BackupStatus, 'isDaily'>): BackupSchedule | undefined {
  return config.backups !== undefined || isDaily ? backupPlace(config) : undefined
}
