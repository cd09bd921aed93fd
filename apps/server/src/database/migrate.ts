import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Kysely, sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import { MIGRATIONS_FOLDER } from '../lib/paths.ts'
import { openDatabase } from './pool.ts'

// Raw SQL: whether a table exists is looked up by name, which the query builder cannot express.

/** The database has migrations that this code does not know, so the code is older than the database. */
export class DatabaseAheadError extends Error {
  override name = 'DatabaseAheadError'

  constructor(unknown: readonly string[]) {
    super(`The database is ahead of this version of Outlast: it has ${unknown.join(', ')}. Start the newer version.`)
  }
}

export interface MigrateOptions {
  readonly connectionString: string
  /** Contains files such as `0001-event-log.ts`, each exporting `up(db)`. Default: the project's migrations. */
  readonly folder?: string
  /** The last migration to apply. Default: the newest one. */
  readonly to?: string
}

/** Returns the names of the project's migrations, oldest first. */
export async function knownMigrations(): Promise<readonly string[]> {
  return Object.keys(await readMigrations(MIGRATIONS_FOLDER))
}

/**
 * Migrates the database's schema forward, in one transaction. Several processes may call it at the same time: Kysely's
 * lock in the database lets one of them run while the others wait.
 *
 * @returns the names of the migrations that this call applied
 * @throws DatabaseAheadError if the database is newer than the code; an Error that names the migration that failed
 */
export async function migrate(options: MigrateOptions): Promise<readonly string[]> {
  const migrations = await readMigrations(options.folder ?? MIGRATIONS_FOLDER)
  const provider: MigrationProvider = { getMigrations: () => Promise.resolve(migrations) }
  // No statement timeout: the wait for the lock or a migration may take long.
  const database = openDatabase<unknown>({ ...options, max: 2, applicationName: 'outlast-migrate', onError: () => undefined })
  try {
    await assertNotAhead(database.db, migrations)
    const migrator = new Migrator({ db: database.db, provider })
    const { results, error } = await (options.to === undefined ? migrator.migrateToLatest() : migrator.migrateTo(options.to))
    if (error === undefined)
      return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName)
    // A newer process may have migrated the database since the first check.
    await assertNotAhead(database.db, migrations)
    const failed = results?.find((result) => result.status === 'Error')?.migrationName
    const reason = error instanceof Error ? error.message : 'unknown'
    throw new Error(`The database could not be migrated${failed === undefined ? '' : ` (${failed})`}: ${reason}`, {
      cause: error,
    })
  } finally {
    await database.close()
  }
}

/** The table in which Kysely lists the applied migrations. */
type MigrationTables = { readonly kysely_migration: { readonly name: string } }

async function assertNotAhead(db: Kysely<unknown>, known: Readonly<Record<string, Migration>>): Promise<void> {
  const table = await sql<{ exists: boolean }>`SELECT to_regclass('kysely_migration') IS NOT NULL AS exists`.execute(db)
  if (table.rows[0]?.exists !== true) return
  const applied = await db.withTables<MigrationTables>().selectFrom('kysely_migration').select('name').orderBy('name').execute()
  const unknown = applied.map((row) => row.name).filter((name) => !(name in known))
  if (unknown.length > 0) throw new DatabaseAheadError(unknown)
}

/** Reads the migrations of a folder, by name. Those of a release are JavaScript. Throws for a file name that does not sort by its number. */
async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((name) => /(?<!\.d)\.(ts|mjs)$/.test(name)).toSorted()
  const migrations: Record<string, Migration> = {}
  for (const file of files) {
    if (!/^\d{4}-[a-z0-9-]+\.(ts|mjs)$/.test(file))
      throw new Error(`${file} is not a valid migration name; expected a name such as 0001-event-log.ts`)
    const module = (await import(pathToFileURL(join(folder, file)).href)) as Migration
    migrations[file.replace(/\.\w+$/, '')] = { up: (db) => module.up(db) }
  }
  return migrations
}
