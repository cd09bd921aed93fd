import type { Instant } from '@outlast/domain'
import { backupProblem, type BackupStatus } from '../../backup/status.ts'
import type { BackupSchedule } from '../../config/config.ts'
import { handlers } from '../handler.ts'

interface BackupDependencies {
  readonly schedule: BackupSchedule | undefined
  readonly readStatus: () => Promise<BackupStatus>
  /** The database's time. */
  readonly now: () => Instant
}

/** The status of the backups for admins, without paths and messages of the system. */
export function backupRoutes({ schedule, readStatus, now }: BackupDependencies) {
  return handlers({
    backupStatus: async () => {
      const status = await readStatus()
      return {
        status: 200,
        body: {
          is_scheduled: schedule !== undefined,
          problem: schedule === undefined ? null : backupProblem(status, schedule.everyMs, now()),
          last_success_at: status.lastSuccessAt,
          failures: status.failures,
        },
      }
    },
  })
}
