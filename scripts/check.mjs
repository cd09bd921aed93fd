import { ensureInstalled } from './lib/install.mjs'
import { runChecks } from './lib/checks.mjs'

// `npm run check [-- format|lockfile|unused|budget|styles|lint|types ...]`: checks the sources without running them.
await ensureInstalled()
const failed = await runChecks(process.argv.slice(2))
process.exitCode = failed.length === 0 ? 0 : 1
