import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startTemporaryPostgres } from '@outlast/testing'
import { onShutdown } from '@outlast/server/shutdown'
import type { TopologyServer } from '@outlast/testing/server/restartable-server'
import { migrateOnce, startTopology } from '@outlast/testing/server/topology'

// `npm run topology`: the servers, the proxy and the database of deploy/compose.yaml as plain processes of this machine.

const HELP = `npm run topology [-- --servers <n> --port <n>]

PostgreSQL, the migration as a step of its own, servers with production settings, and nginx in front of them with
deploy/nginx/nginx.conf.template, all on 127.0.0.1. A server that ends is started again, as compose.yaml says: end one with
kill -9, or one after the other with kill, and look what members notice. Ctrl-C ends it all, and takes the pool away.
  --servers  how many (default 2)
  --port     where nginx listens (default 8080)`

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    servers: { type: 'string', default: '2' },
    port: { type: 'string', default: '8080' },
  },
})

function whole(name: 'servers' | 'port', most: number): number {
  const number = Number(values[name])
  if (Number.isInteger(number) && number > 0 && number <= most) return number
  console.error(`--${name} must be a whole number from 1 to ${most}`)
  process.exit(2)
}

/** What was started, in order; stopped in the opposite one, also when the wish to stop comes in the middle of the start. */
const started: Promise<() => Promise<void> | void>[] = []
let isStopping = false

async function stop(): Promise<void> {
  isStopping = true
  for (const one of started.toReversed()) await one.then((end) => end()).catch(console.error)
}

/** Starts something that {@link stop} stops. */
function begin<T>(starting: Promise<T>, end: (running: T) => Promise<void> | void): Promise<T> {
  started.push(starting.then((running) => () => end(running)))
  return starting
}

async function start(): Promise<string> {
  const [servers, port] = [whole('servers', 32), whole('port', 65_535)]
  const { postgres } = await begin(startTemporaryPostgres({ durable: true }), (running) => running.remove())
  console.log('PostgreSQL runs. Migrating ...')
  await migrateOnce(postgres.connectionString)
  const folder = mkdtempSync(join(tmpdir(), 'outlast-topology-'))
  const env = {
    NODE_ENV: 'production',
    DATABASE_URL: postgres.connectionString,
    JWT_SECRET: randomBytes(48).toString('base64'),
    OUTLAST_DATA: folder,
    LOG_LEVEL: 'warn',
  }
  const topology = await begin(startTopology({ servers, port, env }), async (running) => {
    await running.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  for (const [index, server] of topology.servers.entries()) void keepRunning(server, index + 1)
  return `\n  Open the pool at http://127.0.0.1:${port}/\n  Mails are written to ${join(folder, 'mail')}\n  Stop it with Ctrl-C.\n`
}

async function keepRunning(server: TopologyServer, number: number): Promise<void> {
  for (;;) {
    console.log(`Server ${number} answers at http://127.0.0.1:${server.port} (process ${server.pid}).`)
    await server.ended
    if (isStopping) return
    console.log(`Server ${number} has ended, and is started again.`)
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
