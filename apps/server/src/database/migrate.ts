import { Kysely, type PostgresCursor, PostgresDialect, type PostgresPoolClient, type PostgresQueryResult } from 'kysely'
import { type Migration as KyselyMigration, Migrator } from 'kysely/migration'
import type pg from 'pg'
import { VERSION } from '../lib/paths.ts'
import { isPostponed, type Migration, readMigrations, requirementOf } from './migrations.ts'
import { openDatabase } from './pool.ts'
import { appliedMigrations, SCHEMA_VERSION_MIGRATION, writeSchemaVersion } from './schema-version.ts'

/** The database has migrations that this code does not know, so the code is older than the database. */
export class DatabaseAheadError extends Error {
  override name = 'DatabaseAheadError'

  constructor(unknown: readonly string[]) {
    super(`The database is ahead of this version of Outlast: it has ${unknown.join(', ')}. Start the newer version.`)
  }
}

/** Called before and after each statement of a migration, also those that begin and commit the transaction. */
export type StatementHook = (moment: 'before' | 'after', statement: string) => void | Promise<void>

export interface MigrateOptions {
  readonly connectionString: string
  /** Contains the migrations. Default: the project's. */
  readonly folder?: string
  /** The last migration to apply. Default: the newest one. */
  readonly to?: string
  /** The only migrations to apply, also those that wait for a later version. Default: all. */
  readonly only?: readonly string[]
  /** The version of the program. */
  readonly version?: string
  /** Called before each migration with its name. */
  readonly onMigration?: (name: string) => void
  readonly onStatement?: StatementHook | undefined
}

/**
 * Migrates the database's schema forward, in one transaction. Several processes may call it at the same time: Kysely's
 * lock in the database lets one of them run while the others wait.
 *
 * It neither makes a backup nor looks for servers that are connected (upgrade/upgrade-database.ts does).
 *
 * @returns the names of the migrations that this call applied
 * @throws DatabaseAheadError if the database is newer than the code; an Error that names the migration that failed
 */
export async function migrate(options: MigrateOptions): Promise<readonly string[]> {
  const { to, only, version = VERSION, onStatement } = options
  const known = await readMigrations(options.folder)
  // No statement timeout: the wait for the lock or a migration may take long.
  const { connectionString } = options
  const database = openDatabase<unknown>({
    connectionString,
    max: 2,
    applicationName: 'outlast-migrate',
    onError: () => undefined,
  })
  const db = onStatement === undefined ? database.db : watched(database.pool, onStatement)
  try {
    const applied = await assertNotAhead(database.db, known)
    const chosen = known.filter(
      (migration) => applied.includes(migration.name) || (only?.includes(migration.name) ?? !isPostponed(migration, version)),
    )
    const migrator = new Migrator({
      db,
      provider: { getMigrations: () => Promise.resolve(runnable(chosen, options)) },
      // A migration that waited for this version is older than others that did not wait.
      allowUnorderedMigrations: true,
    })
    const { results, error } = await (to === undefined ? migrator.migrateToLatest() : migrator.migrateTo(to))
    if (error === undefined)
      return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName)
    // A newer process may have migrated the database since the first check.
    await assertNotAhead(database.db, known)
    const failed = results?.find((result) => result.status === 'Error')?.migrationName
    const reason = error instanceof Error ? error.message : 'unknown'
    throw new Error(`The database could not be migrated${failed === undefined ? '' : ` (${failed})`}: ${reason}`, {
      cause: error,
    })
  } finally {
    await database.close()
  }
}

/** Returns the migrations that are applied. Throws {@link DatabaseAheadError} if this program does not know one of them. */
async function assertNotAhead(db: Kysely<unknown>, known: readonly Migration[]): Promise<readonly string[]> {
  const applied = await appliedMigrations(db)
  const unknown = applied.filter((name) => !known.some((migration) => migration.name === name))
  if (unknown.length > 0) throw new DatabaseAheadError(unknown)
  return applied
}

/** Returns the migrations for Kysely. Each of them also records the version of the schema. */
function runnable(
  migrations: readonly Migration[],
  { onMigration, version = VERSION }: MigrateOptions,
): Record<string, KyselyMigration> {
  const run = (migration: Migration) => async (db: Kysely<unknown>) => {
    onMigration?.(migration.name)
    await migration.up(db)
    if (migration.name < SCHEMA_VERSION_MIGRATION) return
    const applied = new Set([...(await appliedMigrations(db)), migration.name])
    await writeSchemaVersion(db, { version, ...requirementOf(migrations.filter(({ name }) => applied.has(name))) })
  }
  return Object.fromEntries(migrations.map((migration) => [migration.name, { up: run(migration) }]))
}

/** Returns a database that calls the hook around each statement. */
function watched(pool: pg.Pool, hook: StatementHook): Kysely<unknown> {
  const connect = async (): Promise<PostgresPoolClient> => {
    const client: PostgresPoolClient = await pool.connect()
    async function run<R>(statement: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
      await hook('before', statement)
      const result = await client.query<R>(statement, parameters)
      await hook('after', statement)
      return result
    }
    function query<R>(statement: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
    function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
    function query<R>(statement: string | PostgresCursor<R>, parameters: readonly unknown[] = []) {
      return typeof statement === 'string' ? run<R>(statement, parameters) : client.query(statement)
    }
    return { query, release: () => client.release() }
  }
  return new Kysely({ dialect: new PostgresDialect({ pool: { options: pool.options, connect, end: () => pool.end() } }) })
}
