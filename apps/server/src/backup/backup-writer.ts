import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Instant } from '@outlast/domain'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { Tables } from '../database/tables.ts'
import { backupName, type BackupSeries, deleteOldBackups } from './retention.ts'
import { backupPlace } from './schedule.ts'
import { recordFailure, recordSuccess } from './status.ts'

interface WrittenBackup {
  /** The time of the snapshot. */
  readonly createdAt: Instant
  readonly position: number
}

export interface BackupWriterOptions {
  readonly db: Kysely<Tables>
  readonly connectionString: string
  readonly config: Pick<Config, 'backups' | 'dataDir'>
  /** The database's time. */
  readonly now: () => Instant
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** Writes a backup to a file. Default: in a worker thread. */
  readonly writeFile?: (file: string, signal: AbortSignal) => Promise<WrittenBackup>
}

export interface BackupWriter {
  /** Writes a backup, deletes old ones, and records how it went. Returns false if it failed or was ended. While one is being written, a second call waits for it. */
  write(series: BackupSeries, signal?: AbortSignal): Promise<boolean>
  /** Ends the backup that is being written. */
  stop(): Promise<void>
}

export function createBackupWriter(options: BackupWriterOptions): BackupWriter {
  const stopping = new AbortController()
  let running: Promise<boolean> | undefined
  return {
    write: (series, signal = stopping.signal) =>
      (running ??= writeOnce(options, series, AbortSignal.any([stopping.signal, signal])).finally(() => {
        running = undefined
      })),
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

async function writeOnce(options: BackupWriterOptions, series: BackupSeries, signal: AbortSignal): Promise<boolean> {
  const { db, config, now, log, writeFile = writeInThread(options) } = options
  const { folder, keep } = backupPlace(config)
  const file = join(folder, backupName(series, now()))
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const { createdAt, position } = await writeFile(file, signal)
    await recordSuccess(db, createdAt)
    log.info({ file, position }, 'Backup written')
    const deleted = await deleteOldBackups(folder, keep, now())
    if (deleted.length > 0) log.info({ deleted }, 'Old backups deleted')
    return true
  } catch (error) {
    if (signal.aborted) return false
    log.error({ err: error, file }, 'The backup failed and will be tried again')
    await recordFailure(db)
    return false
  }
}

/** Writes a backup in a worker thread, which ends when the signal aborts. A file of the same second is replaced. */
function writeInThread({ connectionString, config: { dataDir } }: BackupWriterOptions) {
  return (file: string, signal: AbortSignal): Promise<WrittenBackup> =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted()
      const worker = new Worker(new URL('./backup-worker.ts', import.meta.url), {
        workerData: { connectionString, dataDir, file, force: true },
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
