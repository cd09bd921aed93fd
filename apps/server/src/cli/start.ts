import { createInterface } from 'node:readline/promises'
import { describeStart } from '../app/start-message.ts'
import { createServer, type OutlastServer } from '../app/outlast-server.ts'
import { type Config, ConfigError, readConfig, readDatabaseConfig } from '../config/config.ts'
import {
  assertSafeDatabase,
  awaitDatabase,
  DatabaseUnreachableError,
  openDatabase,
  UnsafeDatabaseError,
} from '../database/index.ts'
import { commandForm } from '../lib/command-form.ts'
import { DiskFull, isDiskFullError } from '../lib/disk-space.ts'
import { tellServiceManager } from './service-manager.ts'
import { onShutdown } from '../lib/shutdown.ts'
import { upgradeDatabase } from '../upgrade/upgrade-database.ts'
import { type EmbeddedPostgres, foreignFiles, startEmbeddedPostgres } from '../postgres/index.ts'
import { commandLine } from './terminal.ts'

const HELP = `
Environment variables configure the pool, for example PORT=9000. docs/configuration.md lists them.
Its data is in .outlast, or in OUTLAST_DATA. As root, the database may be in /var/lib/outlast instead.
${commandForm('data show')} prints where it is, and ${commandForm('data remove')} deletes it.`

export const program = commandLine('start', 'Starts the pool and prints its address. Ctrl-C stops it.')
  .option('--use-folder', 'use OUTLAST_DATA although it contains other files')
  .option('--without-backup', 'do not write a backup before an upgrade that changes data')
  .addHelpText('after', HELP)
  .action(run)

const print = (line: string): void => console.log(line)

/** What was started so far. A signal may arrive during the startup; then it is stopped in reverse order. */
const started: { postgres?: Promise<EmbeddedPostgres>; server?: Promise<OutlastServer> } = {}

interface Options {
  readonly useFolder?: boolean
  readonly withoutBackup?: boolean
}

async function run({ useFolder = false, withoutBackup = false }: Options): Promise<void> {
  onShutdown(stop)
  try {
    const config = readConfig()
    if (!useFolder) await confirmFolder(config.dataDir)
    const server = await start(config, withoutBackup)
    throw await server.diverged
  } catch (error) {
    // The messages of expected errors are written for the operator; a TypeError is a bug and needs its stack.
    const isExpected = error instanceof Error && !(error instanceof TypeError)
    console.error(isExpected ? messageFor(error) : error)
    await stop()
    process.exit(isConfigurationError(error) ? EX_CONFIG : 1)
  }
}

/** The exit code for a configuration error (`sysexits.h`). Service managers are told not to start the pool again after it. */
const EX_CONFIG = 78

/** Whether the error stays until somebody changes the settings. */
function isConfigurationError(error: unknown): boolean {
  return error instanceof ConfigError || error instanceof UnsafeDatabaseError || error instanceof DatabaseUnreachableError
}

/** Asks before it puts the pool's data beside files of somebody else; without a terminal, it refuses. */
async function confirmFolder(dataDir: string): Promise<void> {
  const files = foreignFiles(dataDir)
  if (files.length === 0) return
  const shown = `${files.slice(0, 3).join(', ')}${files.length > 3 ? ', …' : ''}`
  const found = `The folder ${dataDir} contains other files (${shown}), and no pool.`
  const advice = `Set OUTLAST_DATA to an empty or new folder, or use this one with ${commandForm('start --use-folder')}`
  if (!process.stdin.isTTY || !process.stdout.isTTY) throw new Error(`${found} ${advice}.`)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`${found} Keep the data of the pool there? [y/N] `)
  terminal.close()
  if (!/^y(es)?$/i.test(answer.trim())) throw new Error(`Nothing was started. ${advice}.`)
}

function messageFor(error: Error): string {
  if (!isDiskFullError(error) || error instanceof DiskFull) return error.message
  const { databaseUrl, dataDir } = readDatabaseConfig()
  return new DiskFull(databaseUrl === undefined ? dataDir : undefined).message
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

async function start(config: Config, withoutBackup: boolean): Promise<OutlastServer> {
  print(config.databaseUrl === undefined ? `Starting the database in ${config.dataDir}` : 'Connecting to the database')
  if (config.databaseUrl === undefined) {
    started.postgres = startEmbeddedPostgres({ dataDir: config.dataDir, log: { info: print, warn: console.warn } })
  }
  if (config.databaseUrl !== undefined) await awaitDatabase(config.databaseUrl, print)
  const connectionString = config.databaseUrl ?? (await started.postgres)?.connectionString ?? ''
  await checkDatabase(connectionString, config.production)
  await upgradeDatabase({ connectionString, config, report: print, withoutBackup, rebuildsReadModels: true })
  print('Reading the log')
  started.server = createServer(config, connectionString)
  const server = await started.server
  for (const line of await describeStart(config, server)) print(line)
  tellServiceManager(console.error)
  return server
}

async function checkDatabase(connectionString: string, production: boolean): Promise<void> {
  const database = openDatabase({ connectionString, max: 1, onError: () => {}, applicationName: 'outlast-probe' })
  try {
    await assertSafeDatabase(database.pool, { production })
  } finally {
    await database.close()
  }
}
