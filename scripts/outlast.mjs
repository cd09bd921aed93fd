import { ensureInstalled } from './lib/install.mjs'
import { run } from './lib/run.mjs'
import { ensureWebBuilt } from './lib/web.mjs'

// `node scripts/outlast.mjs <command> …`: installs and builds what is missing, and runs the program on Node 26. `npm start` and the npm
// scripts of its commands call it.

const args = process.argv.slice(2)
const [command] = args
const isServer = command === 'start' || command === 'demo'
await ensureInstalled()
if (isServer && !args.includes('--help') && !args.includes('-h')) await ensureWebBuilt()
// Workspaces can be imported only once they are installed.
const { PROGRAM, SERVER_ARGS, SERVER_ENV } = await import('@outlast/server/program')
const program = command === 'start' ? [...SERVER_ARGS, ...args.slice(1)] : [PROGRAM, ...args]
process.exitCode = await run('node', program, { env: isServer ? SERVER_ENV : {} })
