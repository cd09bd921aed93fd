import { ensureInstalled } from './lib/install.mjs'
import { ensureNginx } from './lib/nginx.mjs'
import { run } from './lib/run.mjs'
import { ensureWebBuilt } from './lib/web.mjs'

// `npm run topology`: starts what deploy/compose.yaml describes as plain processes on this machine.
await ensureInstalled()
await ensureWebBuilt()
await ensureNginx()
process.exitCode = await run('node', ['deploy/topology/main.ts', ...process.argv.slice(2)])
