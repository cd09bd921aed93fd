import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase, type Tables } from '@outlast/server/database'
import { setupToken } from '@outlast/server/setup-link'
import { onShutdown } from '@outlast/server/shutdown'
import { createTemporaryFolder, runMigration, type ServerProcess, startTemporaryPostgres, startTopology } from '@outlast/testing'

// `npm run topology`: the servers, the proxy and the database of deploy/compose.yaml as plain processes of this machine.

const HELP = `npm run topology [-- --servers <n> --port <n>]

Starts PostgreSQL, runs the migration, and starts servers with production settings behind nginx with
deploy/nginx/nginx.conf.template, all on 127.0.0.1. A server that exits is started again, as in compose.yaml: end one with
kill -9, or several one after the other with kill, and see what members notice. Ctrl-C stops everything and deletes the pool.
  --servers  number of servers (default 2)
  --port     port of nginx (default 8080)`

const values = parseOptions()

function parseOptions() {
  try {
    return parseArgs({
      options: {
        help: { type: 'boolean', short: 'h' },
        servers: { type: 'string', default: '2' },
        port: { type: 'string', default: '8080' },
      },
    }).values
  } catch (error) {
    // The sentences that follow explain how to pass a value that starts with a dash; no option here takes one.
    const [problem] = error instanceof Error ? error.message.split('. ') : []
    console.error(`${problem}. For help: npm run topology -- --help`)
    process.exit(2)
  }
}

function positiveInteger(name: 'servers' | 'port', max: number): number {
  const number = Number(values[name])
  if (Number.isInteger(number) && number > 0 && number <= max) return number
  console.error(`--${name} must be a whole number from 1 to ${max}`)
  process.exit(2)
}

/** How to stop what was started, in the order of the starts. Entries are pending while something still starts. */
const started: Promise<() => Promise<void> | void>[] = []
let isStopping = false

async function stop(): Promise<void> {
  isStopping = true
  for (const one of started.toReversed()) await one.then((end) => end()).catch(console.error)
}

/** Registers something that starts, so that {@link stop} stops it even when it is called during the start. */
function track<T>(starting: Promise<T>, end: (running: T) => Promise<void> | void): Promise<T> {
  started.push(starting.then((running) => () => end(running)))
  return starting
}

async function start(): Promise<string> {
  const [servers, port] = [positiveInteger('servers', 32), positiveInteger('port', 65_535)]
  const postgres = await track(startTemporaryPostgres({ durable: true }), (running) => running.remove())
  console.log('PostgreSQL is running. Migrating ...')
  await runMigration(postgres.connectionString)
  const folder = createTemporaryFolder('topology')
  const env = {
    NODE_ENV: 'production',
    DATABASE_URL: postgres.connectionString,
    JWT_SECRET: randomBytes(48).toString('base64'),
    OUTLAST_DATA: folder,
    LOG_LEVEL: 'warn',
  }
  const topology = await track(startTopology({ servers, port, env, output: 'errors' }), async (running) => {
    await running.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  for (const [index, server] of topology.servers.entries()) void keepRunning(server, index + 1)
  const setup = `${topology.url}/auth?setup=${await readSetupToken(postgres.connectionString, env.JWT_SECRET)}`
  return `\n  Open the pool at ${topology.url}/\n  Register with this link to become its admin: ${setup}\n  Mails are written to ${join(folder, 'mail')}\n  Stop it with Ctrl-C.\n`
}

/** The servers print the setup link too, but their standard output is dropped. */
async function readSetupToken(connectionString: string, secret: string): Promise<string> {
  const database = openDatabase<Tables>({ connectionString, max: 1, onError: () => {} })
  try {
    return await setupToken(database.db, secret)
  } finally {
    await database.close()
  }
}

async function keepRunning(server: ServerProcess, number: number): Promise<void> {
  for (;;) {
    console.log(`Server ${number} listens at ${server.url} (process ${server.pid}).`)
    await server.exited
    if (isStopping) return
    console.log(`Server ${number} has exited and is started again.`)
    await server.start()
  }
}

if (values.help === true) console.log(HELP)
else {
  onShutdown(stop)
  try {
    console.log(await start())
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    await stop()
    process.exit(1)
  }
}
