import { type Instant, instantToMs } from '@outlast/domain'
import type { Kysely } from 'kysely'
import type { BackupWriter } from '../backup/backup-writer.ts'
import { scheduleOf } from '../backup/schedule.ts'
import { nextBackupAt, readBackupStatus, watchBackups } from '../backup/status.ts'
import type { Config } from '../config/config.ts'
import type { Tables } from '../database/tables.ts'
import type { Job } from './job.ts'

/** How often to check whether a backup is due, in milliseconds. */
const CHECK_EVERY_MS = 15_000
/** The delay after a failure, in milliseconds, unless the backups are more frequent. */
const RETRY_MS = 600_000

interface ScheduledBackupsOptions {
  readonly db: Kysely<Tables>
  readonly config: Pick<Config, 'backups' | 'dataDir'>
  readonly writer: BackupWriter
  /** The database's time. */
  readonly now: () => Instant
}

/** Makes a backup whenever one is due, and deletes old ones, in one of all processes. */
export function backupJob(options: ScheduledBackupsOptions): Job {
  return {
    name: 'the backups',
    leader: true,
    every: CHECK_EVERY_MS,
    run: async (signal) => {
      const schedule = scheduleOf(options.config, await readBackupStatus(options.db))
      const succeeded = schedule === undefined || (await backUpIfDue(options, schedule, signal))
      return succeeded ? CHECK_EVERY_MS : Math.min(RETRY_MS, schedule.everyMs)
    },
  }
}

/** Returns false if a backup was due and failed. */
export async function backUpIfDue(
  { db, now, writer }: ScheduledBackupsOptions,
  { everyMs }: { readonly everyMs: number },
  signal: AbortSignal,
): Promise<boolean> {
  await watchBackups(db)
  if (instantToMs(now()) < nextBackupAt(await readBackupStatus(db), everyMs)) return true
  return writer.write('outlast', signal)
}
