import { ensureInstalled } from './lib/install.mjs'
import { run } from './lib/run.mjs'

// `node scripts/run.mjs <file.ts> [arguments]`: a TypeScript file on Node 26, with the packages installed before.
await ensureInstalled()
process.exitCode = await run('node', process.argv.slice(2))
