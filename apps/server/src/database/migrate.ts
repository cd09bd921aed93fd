import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Kysely, sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import { openDatabase } from './pool.ts'

/** The project's migrations. */
export const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../../../migrations/', import.meta.url))

/** Thrown when the database has migrations that this code does not know: the code is older than the data. */
export class DatabaseAheadError extends Error {
  override name = 'DatabaseAheadError'

  constructor(unknown: readonly string[]) {
    super(`The database is ahead of this version of Outlast: it has ${unknown.join(', ')}. Start the newer version.`)
  }
}

export interface MigrateOptions {
  readonly connectionString: string
  /** Default: the project's own. Files `0001-what-it-does.ts`, each exporting `up(db)`. */
  readonly folder?: string
}

/**
 * Brings the database's schema up to date, forward only, all in one transaction. Any number of processes may do so at once:
 * Kysely's lock in the database lets one of them work while the others wait.
 *
 * @returns the names of the migrations that this call applied
 * @throws DatabaseAheadError when the database is newer than the code; an Error naming the migration that failed
 */
export async function migrate(options: MigrateOptions): Promise<readonly string[]> {
  const migrations = await readMigrations(options.folder ?? MIGRATIONS_FOLDER)
  const provider: MigrationProvider = { getMigrations: () => Promise.resolve(migrations) }
  // Waiting for the lock, and a long migration, are no reasons to give up: no statement timeout here.
  const database = openDatabase<unknown>({ ...options, max: 2, applicationName: 'outlast-migrate', onError: () => undefined })
  try {
    await assertNotAhead(database.db, migrations)
    const { results, error } = await new Migrator({ db: database.db, provider }).migrateToLatest()
    if (error === undefined)
      return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName)
    // A newer process may have been faster since the first look.
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

async function assertNotAhead(db: Kysely<unknown>, known: Readonly<Record<string, Migration>>): Promise<void> {
  const table = await sql<{ there: boolean }>`SELECT to_regclass('kysely_migration') IS NOT NULL AS there`.execute(db)
  if (table.rows[0]?.there !== true) return
  const applied = await sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`.execute(db)
  const unknown = applied.rows.map((row) => row.name).filter((name) => !(name in known))
  if (unknown.length > 0) throw new DatabaseAheadError(unknown)
}

/** The migrations of a folder by name. Throws for a file whose name would not sort in the order of its number. */
async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts')).toSorted()
  const migrations: Record<string, Migration> = {}
  for (const file of files) {
    if (!/^\d{4}-[a-z0-9-]+\.ts$/.test(file)) throw new Error(`${file} is no name for a migration: it is 0001-what-it-does.ts`)
    const module = (await import(pathToFileURL(join(folder, file)).href)) as Migration
    migrations[file.replace(/\.ts$/, '')] = { up: (db) => module.up(db) }
  }
  return migrations
}
