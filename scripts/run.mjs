import { ensureInstalled } from './lib/install.mjs'
import { run } from './lib/run.mjs'

// `node scripts/run.mjs <file.ts> [arguments]`: installs the packages if necessary and runs a TypeScript file on Node 26.
await ensureInstalled()
process.exitCode = await run('node', process.argv.slice(2))
