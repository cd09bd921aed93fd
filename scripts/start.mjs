import { ensureInstalled } from './lib/install.mjs'
import { run } from './lib/run.mjs'
import { ensureWebBuilt } from './lib/web.mjs'

// `npm start`: installs and builds what is missing, then runs the server on Node 26, which prints the pool's address.
await ensureInstalled()
await ensureWebBuilt()
// Workspaces can be imported only once they are installed.
const { SERVER_ARGS, SERVER_ENV } = await import('@outlast/server/program')
process.exitCode = await run('node', [...SERVER_ARGS, ...process.argv.slice(2)], { env: SERVER_ENV })
