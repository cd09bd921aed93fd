import type { Kysely } from 'kysely'
import { readDatabaseConfig } from '../config/config.ts'
import { migrate, openDatabase } from '../database/index.ts'
import { borrowEmbeddedPostgres } from '../postgres/index.ts'
import type { Tables } from '../database/tables.ts'
import { onShutdown } from '../lib/shutdown.ts'
import { say } from './terminal.ts'

/** What a command works on. */
export interface CommandDatabase {
  readonly db: Kysely<Tables>
  readonly connectionString: string
}

const log = { info: say, warn: say }

/** 128 + SIGINT, as shells have it: the command did not do what it was asked. */
const INTERRUPTED = 130

/**
 * Runs a command on the pool's database: `DATABASE_URL`, else the embedded one, which is started for as long as it
 * takes unless the pool runs already. Nothing else is read of the configuration: a command needs no secrets.
 */
export async function withDatabase<T>(run: (database: CommandDatabase) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = readDatabaseConfig()
  if (databaseUrl !== undefined) return onDatabase(databaseUrl, run)
  const borrowing = borrowEmbeddedPostgres({ dataDir, log })
  // Ctrl-C must not leave a database running that was started for this command.
  onShutdown(async () => {
    await (await borrowing).stop()
    process.exit(INTERRUPTED)
  })
  const embedded = await borrowing
  try {
    return await onDatabase(embedded.connectionString, run)
  } finally {
    await embedded.stop()
  }
}

async function onDatabase<T>(connectionString: string, run: (database: CommandDatabase) => Promise<T>): Promise<T> {
  await migrate({ connectionString })
  const database = openDatabase<Tables>({ connectionString, max: 4, onError: () => {}, applicationName: 'outlast-cli' })
  try {
    return await run({ db: database.db, connectionString })
  } finally {
    await database.close()
  }
}
