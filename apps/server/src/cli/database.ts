import type { Kysely } from 'kysely'
import { readDatabaseConfig } from '../config/config.ts'
import { openDatabase, probeDatabase } from '../database/index.ts'
import { borrowEmbeddedPostgres } from '../postgres/index.ts'
import type { Tables } from '../database/tables.ts'
import { onShutdown } from '../lib/shutdown.ts'
import { upgradeDatabase, type UpgradeOptions } from '../upgrade/upgrade-database.ts'
import { printMessage } from './terminal.ts'

export interface CommandDatabase {
  readonly db: Kysely<Tables>
  readonly connectionString: string
}

const log = { info: printMessage, warn: printMessage }

/** The exit code of a command that was interrupted: 128 + SIGINT, as in shells. */
const EXIT_INTERRUPTED = 130

/**
 * Runs a command on the pool's database: `DATABASE_URL`, or else the embedded one, which is started for the command unless
 * the pool is running.
 */
export function withDatabase<T>(
  run: (database: CommandDatabase) => Promise<T>,
  options: Pick<UpgradeOptions, 'withoutBackup' | 'rebuildsReadModels'> = {},
): Promise<T> {
  return withUnmigratedDatabase(async (database) => {
    const { connectionString } = database
    await upgradeDatabase({ connectionString, config: readDatabaseConfig(), report: printMessage, ...options })
    return run(database)
  })
}

/** Like {@link withDatabase}, but does not migrate the schema: for a database that is empty, or that an older version still uses. */
export async function withUnmigratedDatabase<T>(run: (database: CommandDatabase) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = readDatabaseConfig()
  if (databaseUrl !== undefined) {
    await probeDatabase(databaseUrl)
    return onDatabase(databaseUrl, run)
  }
  const borrowing = borrowEmbeddedPostgres({ dataDir, log })
  // On Ctrl-C, stop a database that was started for this command.
  onShutdown(async () => {
    await (await borrowing).stop()
    process.exit(EXIT_INTERRUPTED)
  })
  const embedded = await borrowing
  try {
    return await onDatabase(embedded.connectionString, run)
  } finally {
    await embedded.stop()
  }
}

async function onDatabase<T>(connectionString: string, run: (database: CommandDatabase) => Promise<T>): Promise<T> {
  const database = openDatabase<Tables>({ connectionString, max: 4, onError: () => {}, applicationName: 'outlast-cli' })
  try {
    return await run({ db: database.db, connectionString })
  } finally {
    await database.close()
  }
}
