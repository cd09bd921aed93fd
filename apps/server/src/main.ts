import { type Config, ConfigError, readConfig } from './config/config.ts'
import { assertSafeDatabase, migrate, openDatabase } from './database/index.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './postgres/index.ts'
import { describeStart } from './app/start-message.ts'
import { createServer, type OutlastServer } from './app/outlast-server.ts'
import { onShutdown } from './lib/shutdown.ts'

const say = (sentence: string): void => console.log(sentence)

/** What was started, to be stopped in the opposite order, also when the wish to stop comes in the middle of a start. */
const started: { postgres?: Promise<EmbeddedPostgres>; server?: Promise<OutlastServer> } = {}

async function stop(): Promise<void> {
  // What goes wrong with one must not leave the other running. Why one did not start is told where it was started.
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
    started.postgres = startEmbeddedPostgres({ dataDir: config.dataDir, log: { info: say, warn: console.warn } })
  }
  const connectionString = config.databaseUrl ?? (await started.postgres)?.connectionString ?? ''
  await checkDatabase(connectionString, config.production)
  await migrate({ connectionString })
  started.server = createServer(config, connectionString)
  const server = await started.server
  for (const line of await describeStart(config, connectionString, server)) say(line)
}

async function checkDatabase(connectionString: string, production: boolean): Promise<void> {
  const database = openDatabase({ connectionString, max: 1, onError: () => {} })
  try {
    await assertSafeDatabase(database.pool, { production })
  } finally {
    await database.close()
  }
}

onShutdown(stop)
try {
  await start(readConfig())
} catch (error) {
  const isOurs = error instanceof Error && !(error instanceof TypeError)
  console.error(error instanceof ConfigError || isOurs ? error.message : error)
  await stop()
  process.exit(1)
}
