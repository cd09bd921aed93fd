import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { assertSafeDatabase, type Database, openDatabase, probeDatabase, type Tables } from '../database/index.ts'
import { isOnThisMachine } from '../database/storage-check.ts'
import { DiskFull, freeBytes, isDiskFullError } from '../lib/disk-space.ts'
import { borrowEmbeddedPostgres } from '../postgres/index.ts'
import { checkAddress, checkServer } from './address.ts'
import { fail, type Finding, messageOf, ok, warn } from './check.ts'
import { checkOtherClocks } from './clocks.ts'
import { appliedMigrations, checkMigrations } from './database.ts'
import { checkDisk, checkKeyFiles, checkMemory } from './machine.ts'
import { checkPool } from './pool.ts'
import { askService } from './service.ts'
import { checkFeed, checkMailServer } from './services.ts'
import { differentSettings, settingHashes } from './settings.ts'

interface DoctorOptions {
  readonly config: Config
  /** Where to send a test mail. Default: nowhere. */
  readonly mailTo?: string | undefined
  /** Called with each finding as soon as it is known. */
  readonly onFinding: (finding: Finding) => void
}

/** Checks everything that a pool needs, whether it runs or not. Changes nothing. */
export async function runChecks({ config, mailTo, onFinding }: DoctorOptions): Promise<void> {
  const report = (...findings: readonly Finding[]): void =>
    findings.forEach((finding) => onFinding({ ...finding, check: finding.check.replaceAll('_', ' ') }))
  const server = await checkServer(config)
  report(server)
  const isRunning = server.level === 'ok'
  const asked = isRunning ? await ask(config) : { findings: [NOT_RUNNING], hasAnswered: false }
  report(...asked.findings)
  await checkDatabase(config, asked.hasAnswered, report)
  report(checkDisk(config.dataDir, freeBytes(config.dataDir)))
  if (config.backups !== undefined) report(checkDisk(config.backups.folder, freeBytes(config.backups.folder)))
  report(checkMemory(process.availableMemory()), await checkKeyFiles(config.dataDir))
  if (config.mail.kind === 'smtp') report(await checkMailServer(config, config.mail, mailTo))
  report(await checkFeed(config))
  report(...(await checkOtherClocks(config)))
  report(...(await checkAddress(config, isRunning)))
}

const NOT_RUNNING = warn(
  'service',
  'What only the running pool knows could not be asked, such as the folders that it may write: start it, then run this again',
)

/** Asks the running pool for its checks, and compares its settings with those of this command. */
async function ask(config: Config): Promise<{ readonly findings: readonly Finding[]; readonly hasAnswered: boolean }> {
  const asked = await askService(config)
  if ('check' in asked) return { findings: [asked], hasAnswered: false }
  const { secret, answer } = asked
  const different = differentSettings(settingHashes(config, secret), answer.settings)
  const service =
    different.length === 0
      ? ok('service', 'The running pool has the settings of this command')
      : warn(
          'service',
          `The running pool has another value of ${different.join(', ')}: restart it, or run this with its settings`,
        )
  return { findings: [service, ...answer.checks], hasAnswered: true }
}

/** Connects to the database, and starts the embedded one for that if the pool does not run. */
async function checkDatabase(
  config: Config,
  hasAnswered: boolean,
  report: (...findings: readonly Finding[]) => void,
): Promise<void> {
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
    await checkSchemaAndPool(config, database, hasAnswered, report)
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

async function checkSchemaAndPool(
  config: Config,
  { db, pool }: Database<Tables>,
  hasAnswered: boolean,
  report: (...findings: readonly Finding[]) => void,
): Promise<void> {
  const { rows } = await pool.query<{ version: string }>(`SELECT current_setting('server_version') AS version`)
  report(ok('database', `PostgreSQL ${rows[0]?.version} answers`))
  const applied = await appliedMigrations(db)
  if (applied === undefined) return report(ok('migrations', 'The database is empty: the first start creates the pool'))
  const migrations = await checkMigrations(applied)
  report(migrations)
  // The tables of another version may be different.
  if (migrations.level !== 'ok' || hasAnswered) return
  report(...(await checkPool(config, db, [config.dataDir, ...(await databaseFolder(config, pool))])))
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
