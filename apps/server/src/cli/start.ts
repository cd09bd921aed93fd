import { describeStart } from '../app/start-message.ts'
import { createServer, type OutlastServer } from '../app/outlast-server.ts'
import { type Config, readConfig } from '../config/config.ts'
import { assertSafeDatabase, migrate, openDatabase, probeDatabase } from '../database/index.ts'
import { commandForm } from '../lib/command-form.ts'
import { onShutdown } from '../lib/shutdown.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../postgres/index.ts'
import { commandLine } from './terminal.ts'

const HELP = `
Environment variables configure the pool, for example PORT=9000. docs/configuration.md lists them.
Its data is in .outlast, or in OUTLAST_DATA. As root, the database may be in /var/lib/outlast instead.
${commandForm('data show')} prints where it is, and ${commandForm('data remove')} deletes it.`

export const program = commandLine('start', 'Starts the pool and prints its address. Ctrl-C stops it.')
  .addHelpText('after', HELP)
  .action(run)

const print = (line: string): void => console.log(line)

/** What was started so far. A signal may arrive during the startup; then it is stopped in reverse order. */
const started: { postgres?: Promise<EmbeddedPostgres>; server?: Promise<OutlastServer> } = {}

async function run(): Promise<void> {
  onShutdown(stop)
  try {
    await start(readConfig())
  } catch (error) {
    // The messages of expected errors are written for the operator; a TypeError is a bug and needs its stack.
    const isExpected = error instanceof Error && !(error instanceof TypeError)
    console.error(isExpected ? error.message : error)
    await stop()
    process.exit(1)
  }
}

async function stop(): Promise<void> {
  // An error of one must not leave the other running. A failed start is reported by the caller of `start`.
  await started.server
    ?.then(
      (server) => server.stop(),
      () => {},
    )
    .catch(console.error)
  await started.postgres
    ?.then(
      (postgres) => postgres.stop(),
      () => {},
    )
    .catch(console.error)
}

async function start(config: Config): Promise<void> {
  if (config.databaseUrl === undefined) {
    started.postgres = startEmbeddedPostgres({ dataDir: config.dataDir, log: { info: print, warn: console.warn } })
  }
  if (config.databaseUrl !== undefined) await probeDatabase(config.databaseUrl)
  const connectionString = config.databaseUrl ?? (await started.postgres)?.connectionString ?? ''
  await checkDatabase(connectionString, config.production)
  await migrate({ connectionString })
  started.server = createServer(config, connectionString)
  const server = await started.server
  for (const line of await describeStart(config, server)) print(line)
}

async function checkDatabase(connectionString: string, production: boolean): Promise<void> {
  const database = openDatabase({ connectionString, max: 1, onError: () => {} })
  try {
    await assertSafeDatabase(database.pool, { production })
  } finally {
    await database.close()
  }
}
