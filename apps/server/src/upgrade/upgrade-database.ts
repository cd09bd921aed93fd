import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { count } from '@outlast/contract/words'
import { PROJECTIONS_VERSION, readCheckpoint } from '@outlast/projections'
import { type Kysely, sql } from 'kysely'
import { backupName, deleteOldBackups, deletePartsOf } from '../backup/retention.ts'
import { backupPlace } from '../backup/schedule.ts'
import { recordSuccess } from '../backup/status.ts'
import { writeBackup } from '../backup/write-backup.ts'
import type { Config } from '../config/config.ts'
import { connectedServers, type FoundServer } from '../database/connected-servers.ts'
import { readDatabaseTime } from '../database/database-clock.ts'
import { UPGRADE_LOCK } from '../database/locks.ts'
import { DatabaseAheadError, migrate, type StatementHook } from '../database/migrate.ts'
import { canWorkWith, isPostponed, type Migration, readMigrations, requirementOf } from '../database/migrations.ts'
import { openDatabase } from '../database/pool.ts'
import { appliedMigrations, readSchemaVersion, type SchemaVersion, writeSchemaVersion } from '../database/schema-version.ts'
import type { Tables } from '../database/tables.ts'
import { verifyLog } from '../log/verified-log.ts'
import { commandForm } from '../lib/command-form.ts'
import { VERSION } from '../lib/paths.ts'
import { compareVersions } from '../lib/versions.ts'

// Raw SQL: an advisory lock.

/** The database was left as it is. The message says why, and what to do. */
class UpgradeRefused extends Error {
  override name = 'UpgradeRefused'
}

export interface UpgradeOptions {
  readonly connectionString: string
  /** Where the backup goes, and whose keys are in it. */
  readonly config: Pick<Config, 'backups' | 'dataDir'>
  /** Receives what happens, a line each. */
  readonly report: (line: string) => void
  /** Whether the program rebuilds outdated read models afterwards, as a start does. */
  readonly rebuildsReadModels?: boolean
  /** Does not make a backup, even if a migration changes data. */
  readonly withoutBackup?: boolean
  /** The version of the program. */
  readonly version?: string
  readonly onStatement?: StatementHook
}

/** What an upgrade changes. */
interface Plan {
  readonly applied: readonly string[]
  readonly pending: readonly Migration[]
  readonly schema: SchemaVersion | undefined
  /** The version of the read models, if this program rebuilds them. */
  readonly oldReadModels: number | undefined
}

/**
 * Brings the database to the schema of this program, and says what it does. If a migration changes data, a backup is written first. Processes
 * that start at the same time take turns.
 *
 * @throws UpgradeRefused, and leaves the database unchanged, if a connected server could not work with the result, or the backup failed
 * @throws DatabaseAheadError if the database is newer than the program
 * @throws ForgedLog, and leaves the database unchanged, if the log is not what was recorded
 */
export async function upgradeDatabase(options: UpgradeOptions): Promise<void> {
  const { connectionString } = options
  const database = openDatabase<Tables>({
    connectionString,
    max: 1,
    applicationName: 'outlast-migrate',
    onError: () => undefined,
  })
  try {
    await database.db.connection().execute(async (db) => {
      if (isDone(await planUpgrade(db, options), options)) return
      await takeTurn(db, options)
      await upgrade(db, await planUpgrade(db, options), options)
    })
  } finally {
    // Ends the lock, too.
    await database.close()
  }
}

async function planUpgrade(db: Kysely<Tables>, { version, rebuildsReadModels = false }: UpgradeOptions): Promise<Plan> {
  const known = await readMigrations()
  const applied = await appliedMigrations(db)
  const unknown = applied.filter((name) => !known.some((migration) => migration.name === name))
  if (unknown.length > 0) throw new DatabaseAheadError(unknown)
  const readModels = rebuildsReadModels ? (await readCheckpoint(db))?.version : undefined
  return {
    applied,
    pending: known.filter((migration) => !applied.includes(migration.name) && !isPostponed(migration, version)),
    schema: await readSchemaVersion(db),
    oldReadModels: readModels === PROJECTIONS_VERSION ? undefined : readModels,
  }
}

const isDone = ({ pending, schema, oldReadModels }: Plan, { version = VERSION }: UpgradeOptions): boolean =>
  pending.length === 0 && oldReadModels === undefined && schema !== undefined && compareVersions(schema.version, version) >= 0

async function takeTurn(db: Kysely<Tables>, { report }: UpgradeOptions): Promise<void> {
  const { rows } = await sql<{ held: boolean }>`SELECT pg_try_advisory_lock(${UPGRADE_LOCK}) AS held`.execute(db)
  if (rows[0]?.held === true) return
  report('Another process is upgrading the database: waiting until it has finished')
  await sql`SELECT pg_advisory_lock(${UPGRADE_LOCK})`.execute(db)
}

async function upgrade(db: Kysely<Tables>, plan: Plan, options: UpgradeOptions): Promise<void> {
  const { connectionString, report, version = VERSION, onStatement } = options
  const { applied, pending, schema, oldReadModels } = plan
  if (isDone(plan, options)) return
  if (applied.length === 0) {
    report(`Creating the database of Outlast ${version} (${count(pending.length, 'migration')})`)
    await migrate({ connectionString, version, onStatement })
    return
  }
  await assertServersFit(db, plan)
  // No release is older than the hashes of events.
  if (applied.includes('0009-event-hashes')) await verifyLog(db)
  if (pending.length > 0) {
    report(`Upgrading the database from ${describeSchema(plan)} to Outlast ${version}: ${count(pending.length, 'migration')}`)
    if (pending.some(({ effect }) => effect.changesData === true || effect.dropsUnusedSince !== undefined))
      await backUp(db, options)
    await migrate({ connectionString, version, onStatement, onMigration: (name) => report(`  ${name}`) })
    report(`The database is now of Outlast ${version}`)
  } else if (schema !== undefined) await writeSchemaVersion(db, { ...schema, version })
  if (oldReadModels !== undefined)
    report(`The start rebuilds the read models from the log: version ${oldReadModels} becomes ${PROJECTIONS_VERSION}`)
}

/** How often, and after how many milliseconds, the servers are looked at before an upgrade is refused. */
const TRIES = 8
const TRY_AFTER_MS = 250

/** The last migrations of releases that did not record their version. */
const RELEASED: Readonly<Record<string, string>> = { '0018-money': 'Outlast 0.1.0' }

function describeSchema({ applied, schema }: Plan): string {
  const last = applied.at(-1) ?? ''
  return schema === undefined ? (RELEASED[last] ?? `a version before 1.0.0 (${last})`) : `Outlast ${schema.version}`
}

/** Throws {@link UpgradeRefused} if a connected server could not work with the result. */
async function assertServersFit(db: Kysely<Tables>, { applied, pending, oldReadModels }: Plan): Promise<void> {
  const requirement = requirementOf(pending)
  const needsNothing = requirement.oldestMigration === null && requirement.oldestVersion === null
  if (needsNothing && oldReadModels === undefined) return
  const fits = ({ server }: FoundServer): boolean =>
    server !== undefined &&
    canWorkWith(requirement, server) &&
    (oldReadModels === undefined || server.readModels === PROJECTIONS_VERSION)
  let others: readonly FoundServer[] = []
  // A server that has just ended can be in PostgreSQL's list for a moment.
  for (let tries = 0; tries < TRIES; tries += 1) {
    others = (await connectedServers(db)).filter((found) => !fits(found))
    if (others.length === 0) return
    await sleep(TRY_AFTER_MS)
  }
  const reasons = [
    ...pending
      .filter(({ effect }) => effect.stopsOlderServers === true || effect.dropsUnusedSince !== undefined)
      .map(({ name }) => name),
    ...(oldReadModels === undefined ? [] : [`the read models of version ${PROJECTIONS_VERSION}`]),
  ]
  const names = others.map(({ name }) => name).join('; ')
  throw new UpgradeRefused(
    `The database was not changed: it is used by ${names}, which cannot work with ${reasons.join(', ')}. Stop ${others.length === 1 ? 'this server' : 'these servers'}, then start the upgrade to Outlast ${VERSION} again (${applied.length} migrations are applied, ${pending.length} wait).`,
  )
}

/** @throws UpgradeRefused if the backup failed */
async function backUp(db: Kysely<Tables>, { connectionString, config, report, withoutBackup }: UpgradeOptions): Promise<void> {
  if (withoutBackup === true) return report('No backup is made before it, as you asked')
  const { folder, keep } = backupPlace(config)
  const now = await readDatabaseTime(db)
  const file = join(folder, backupName('outlast-upgrade', now))
  report(`Writing a backup first, because data is changed: ${file}`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // Only the process whose turn it is writes such a backup, so that parts of one are of a process that was killed.
    await deletePartsOf(folder, 'outlast-upgrade')
    const manifest = await writeBackup({ connectionString, dataDir: config.dataDir, file, force: true })
    if (manifest.migrations.some((name) => name.endsWith('-backup-status'))) await recordSuccess(db, manifest.created_at)
    report(`The backup is complete and verified, with the log up to position ${manifest.head.position}`)
    await deleteOldBackups(folder, keep, now)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new UpgradeRefused(
      `The database was not changed, because the backup before the upgrade failed: ${reason}. Correct this (BACKUP_DIR names the folder), or upgrade without a backup: ${commandForm('migrate --without-backup')}`,
      { cause },
    )
  }
}
