import { ensureInstalled } from './lib/install.mjs'
import { run } from './lib/run.mjs'
import { ensureWebBuilt } from './lib/web.mjs'

// `npm run demo`: starts a temporary pool in mid-season that plays a Sunday in a few minutes.
await ensureInstalled()
await ensureWebBuilt()
process.exitCode = await run('node', ['apps/server/src/cli/demo.ts', ...process.argv.slice(2)])
