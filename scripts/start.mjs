import { parseArgs } from 'node:util'
import { ensureInstalled, stop } from './lib/install.mjs'
import { run } from './lib/run.mjs'
import { ensureWebBuilt } from './lib/web.mjs'

// `npm start`: installs and builds what is missing, then runs the server on Node 26, which prints the pool's address.
const HELP = `npm start

Installs and builds what is missing, starts the pool and prints its address. Ctrl-C stops it.
It has no options: environment variables configure it, for example PORT=9000 npm start. docs/configuration.md lists them.

The pool's data is in .outlast, or in OUTLAST_DATA. As root, the database may be in /var/lib/outlast instead.
npm run data -- show prints where it is, and npm run data -- remove deletes it.`

if (!readOptions().help) await start()

async function start() {
  await ensureInstalled()
  await ensureWebBuilt()
  // Workspaces can be imported only once they are installed.
  const { SERVER_ARGS, SERVER_ENV } = await import('@outlast/server/program')
  process.exitCode = await run('node', SERVER_ARGS, { env: SERVER_ENV })
}

/** Reads the options, and prints the help if it is requested. Ends the process with a message if one is unknown. */
function readOptions() {
  try {
    const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h', default: false } } })
    if (values.help) console.log(HELP)
    return values
  } catch (error) {
    stop(`${error.message.split('. ')[0]}. For help: npm start -- --help`, 2)
  }
}
