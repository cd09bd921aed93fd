import type { Instant } from '@outlast/domain'
import type { Kysely } from 'kysely'
import type { BackupWriter } from '../backup/backup-writer.ts'
import { scheduleOf } from '../backup/schedule.ts'
import { backupProblem, readBackupStatus, setDailyBackups } from '../backup/status.ts'
import { findReceipts } from '../commands/receipts.ts'
import { writeOnce } from '../commands/write-once.ts'
import type { Config } from '../config/config.ts'
import type { Tables } from '../database/tables.ts'
import { handlers } from '../http/handler.ts'

interface BackupDependencies {
  readonly db: Kysely<Tables>
  readonly config: Pick<Config, 'backups' | 'dataDir'>
  readonly writer: BackupWriter
  /** The database's time. */
  readonly now: () => Instant
}

/** Backups for admins, without paths and messages of the system. */
export function backupRoutes({ db, config, writer, now }: BackupDependencies) {
  const answer = async () => {
    const status = await readBackupStatus(db)
    const schedule = scheduleOf(config, status)
    const body = {
      is_scheduled: schedule !== undefined,
      is_configured: config.backups !== undefined,
      problem: schedule === undefined ? (status.failures > 0 ? 'failed' : null) : backupProblem(status, schedule.everyMs, now()),
      last_success_at: status.lastSuccessAt,
      failures: status.failures,
    } as const
    return { status: 200 as const, body }
  }
  return handlers({
    backupStatus: answer,
    makeBackup: async ({ body: { daily } }, { idempotency }) => {
      const receipts = await findReceipts(db, idempotency === undefined ? [] : [idempotency])
      // The backup comes first, so that the schedule does not make a second one at the same time.
      if (receipts.size === 0) await writer.write('outlast-by-hand')
      await writeOnce(db, idempotency, async (tx) => {
        if (daily !== undefined) await setDailyBackups(tx, daily)
      })
      return answer()
    },
  })
}
