import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { scheduleOf } from '../backup/schedule.ts'
import { readBackupStatus } from '../backup/status.ts'
import type { Config } from '../config/config.ts'
import { readDatabaseTime } from '../database/database-clock.ts'
import { assertSafeDatabase, type Database, openDatabase, probeDatabase, type Tables } from '../database/index.ts'
import { isOnThisMachine } from '../database/storage-check.ts'
import { instantToMs } from '@outlast/domain'
import { systemClock } from '../lib/clock.ts'
import { DiskFull, freeBytes, isDiskFullError } from '../lib/disk-space.ts'
import { outboxStatus } from '../outbox/status.ts'
import { refusedDevices } from '../channels/push/push-subscriptions.ts'
import { borrowEmbeddedPostgres } from '../postgres/index.ts'
import { checkAddress, checkServer } from './address.ts'
import { fail, type Finding, messageOf, ok } from './check.ts'
import { checkOtherClocks } from './clocks.ts'
import { appliedMigrations, checkBackups, checkDevices, checkMigrations, checkOutbox } from './database.ts'
import { checkBackupDisk, checkClock, checkDisk, checkKeyFiles, checkMemory } from './machine.ts'
import { checkBackupFolder, checkFeed, checkMail, checkPush } from './services.ts'

interface DoctorOptions {
  readonly config: Config
  /** Where to send a test mail. Default: nowhere. */
  readonly mailTo?: string | undefined
  /** Called with each finding as soon as it is known. */
  readonly onFinding: (finding: Finding) => void
}

/** Checks everything that a pool needs, whether it runs or not. Changes nothing. */
export async function runChecks({ config, mailTo, onFinding }: DoctorOptions): Promise<void> {
  const report = (...findings: readonly Finding[]): void => findings.forEach(onFinding)
  const server = await checkServer(config)
  report(server)
  await checkDatabase(config, report)
  report(checkDisk(config.dataDir, freeBytes(config.dataDir)))
  if (config.backups !== undefined) {
    const { folder } = config.backups
    report(checkDisk(folder, freeBytes(folder)), await checkBackupFolder(folder))
  }
  report(checkMemory(process.availableMemory()), await checkKeyFiles(config.dataDir))
  report(await checkMail(config, mailTo), await checkPush(config), await checkFeed(config))
  report(...(await checkOtherClocks(config)))
  report(...(await checkAddress(config, server.level === 'ok')))
}

/** Connects to the database, and starts the embedded one for that if the pool does not run. */
async function checkDatabase(config: Config, report: (...findings: readonly Finding[]) => void): Promise<void> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl === undefined && !existsSync(join(dataDir, 'postgres')))
    return report(ok('database', `${dataDir} has no pool yet: the first start creates it`))
  const log = { info: () => {}, warn: () => {} }
  let embedded: Awaited<ReturnType<typeof borrowEmbeddedPostgres>> | undefined
  let database: Database<Tables> | undefined
  try {
    if (databaseUrl === undefined) embedded = await borrowEmbeddedPostgres({ dataDir, log })
    else await probeDatabase(databaseUrl)
    const connectionString = databaseUrl ?? embedded?.connectionString ?? ''
    database = openDatabase<Tables>({ connectionString, max: 1, onError: () => {}, applicationName: 'outlast-doctor' })
    await assertSafeDatabase(database.pool, { production: config.production })
    await checkSchemaAndJobs(config, database, report)
  } catch (error) {
    report(
      fail(
        'database',
        isDiskFullError(error) ? new DiskFull(databaseUrl === undefined ? dataDir : undefined).message : messageOf(error),
      ),
    )
  } finally {
    await database?.close()
    await embedded?.stop()
  }
}

async function checkSchemaAndJobs(
  config: Config,
  { db, pool }: Database<Tables>,
  report: (...findings: readonly Finding[]) => void,
): Promise<void> {
  const { rows } = await pool.query<{ version: string }>(`SELECT current_setting('server_version') AS version`)
  report(ok('database', `PostgreSQL ${rows[0]?.version} answers`))
  const now = await readDatabaseTime(db)
  report(checkClock(systemClock.nowMs() - instantToMs(now)))
  const applied = await appliedMigrations(db)
  if (applied === undefined) return report(ok('migrations', 'The database is empty: the first start creates the pool'))
  const migrations = await checkMigrations(applied)
  report(migrations)
  // The tables of another version may be different.
  if (migrations.level !== 'ok') return
  const backups = await readBackupStatus(db)
  const schedule = scheduleOf(config, backups)
  if (schedule !== undefined) report(checkBackupDisk(schedule.folder, [config.dataDir, ...(await databaseFolder(config, pool))]))
  report(
    checkOutbox(await outboxStatus(db)),
    checkDevices(await refusedDevices(db)),
    checkBackups(backups, schedule?.everyMs, now),
  )
}

/** Returns the folder of a database on this machine, if it can be known. */
async function databaseFolder(config: Config, pool: Database<Tables>['pool']): Promise<readonly string[]> {
  if (config.databaseUrl !== undefined && !isOnThisMachine(config.databaseUrl)) return []
  const { rows } = await pool.query<{ folder: string | null }>(
    `SELECT setting AS folder FROM pg_settings WHERE name = 'data_directory'`,
  )
  const folder = rows[0]?.folder ?? null
  return folder !== null && existsSync(folder) ? [folder] : []
}
