import { ensureInstalled } from './lib/install.mjs'
import { run } from './lib/run.mjs'
import { SERVER_ARGS, SERVER_ENV } from './lib/server.mjs'
import { ensureWebBuilt } from './lib/web.mjs'

// `npm start`: whatever is missing first, then the server, on Node 26. The server says where the pool is.
await ensureInstalled()
await ensureWebBuilt()
process.exitCode = await run('node', [...SERVER_ARGS, ...process.argv.slice(2)], { env: SERVER_ENV })
