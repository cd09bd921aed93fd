import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type Instant, instantToMs } from '@outlast/domain'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { deleteOldBackups, scheduledName } from '../backup/retention.ts'
import { nextBackupAt, readBackupStatus, recordFailure, recordSuccess, watchBackups } from '../backup/status.ts'
import type { BackupSchedule } from '../config/config.ts'
import { connectionConfig } from '../database/pool.ts'
import type { Tables } from '../database/tables.ts'
import { type Sleep, sleep as realSleep } from '../lib/wait.ts'
import { startLeadership } from './leadership.ts'

/** The advisory lock of the process that makes backups: the ASCII codes of `OUTL`, and a number. */
const BACKUP_LOCK = [0x4f55544c, 3] as const
/** How often to check whether a backup is due, in milliseconds. */
const CHECK_EVERY_MS = 15_000
/** The delay after a failure, in milliseconds, unless the backups are more frequent. */
const RETRY_MS = 600_000

interface WrittenBackup {
  /** The time of the snapshot. */
  readonly createdAt: Instant
  readonly position: number
}

interface ScheduledBackupsOptions {
  readonly db: Kysely<Tables>
  readonly connectionString: string
  readonly dataDir: string
  readonly schedule: BackupSchedule
  /** The database's time. */
  readonly now: () => Instant
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** Writes a backup to a file. Default: in a worker thread. */
  readonly write?: (file: string, signal: AbortSignal) => Promise<WrittenBackup>
  readonly sleep?: Sleep
}

/** Makes a backup whenever one is due, and deletes old ones. Any number of processes may call this; only the leader acts. */
export function startScheduledBackups(options: ScheduledBackupsOptions): { readonly stop: () => Promise<void> } {
  const { connectionString, log, sleep = realSleep } = options
  return startLeadership({
    connection: connectionConfig({ connectionString, max: 1, applicationName: 'outlast-backups', onError: () => {} }),
    key: BACKUP_LOCK,
    job: 'the backups',
    log,
    lead: async (signal) => {
      while (!signal.aborted) {
        const succeeded = await backUpIfDue(options, signal).catch((error: unknown) => {
          log.warn({ err: error }, 'The status of the backups could not be read or stored')
          return true
        })
        await sleep(succeeded ? CHECK_EVERY_MS : Math.min(RETRY_MS, options.schedule.everyMs), signal)
      }
    },
  })
}

/** Returns false if a backup was due and failed. */
export async function backUpIfDue(options: ScheduledBackupsOptions, signal: AbortSignal): Promise<boolean> {
  const { db, schedule, now, log, write = writeInThread(options) } = options
  await watchBackups(db)
  if (instantToMs(now()) < nextBackupAt(await readBackupStatus(db), schedule.everyMs)) return true
  const file = join(schedule.folder, scheduledName(now()))
  try {
    await mkdir(schedule.folder, { recursive: true, mode: 0o700 })
    const { createdAt, position } = await write(file, signal)
    await recordSuccess(db, createdAt)
    log.info({ file, position }, 'Backup written')
    const deleted = await deleteOldBackups(schedule.folder, schedule.keep)
    if (deleted.length > 0) log.info({ deleted }, 'Old backups deleted')
    return true
  } catch (error) {
    if (signal.aborted) return true
    log.error({ err: error, file }, 'The backup failed and will be tried again')
    await recordFailure(db)
    return false
  }
}

/** Writes a backup in a worker thread, which ends when the signal aborts. */
function writeInThread({ connectionString, dataDir }: ScheduledBackupsOptions) {
  return (file: string, signal: AbortSignal): Promise<WrittenBackup> =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL('../backup/backup-worker.ts', import.meta.url), {
        workerData: { connectionString, dataDir, file },
      })
      const end = (): void => void worker.terminate()
      signal.addEventListener('abort', end)
      worker.on('message', resolve)
      worker.on('error', reject)
      worker.on('exit', () => {
        signal.removeEventListener('abort', end)
        reject(new Error('The backup was interrupted'))
      })
    })
}
