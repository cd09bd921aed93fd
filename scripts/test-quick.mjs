import { runChecks } from './lib/checks.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { run } from './lib/run.mjs'
import { runTasks } from './lib/turbo.mjs'

// `npm run test:quick`: the checks, the unit tests, and those database tests that import a file changed since the last commit.
await ensureInstalled()
const failed = await runChecks([])
// A fifth of the random histories that `npm test` plays.
const unit = await runTasks(['test:unit'], { args: ['--continue', '--output-logs=errors-only'], env: { HISTORIES: '100' } })
const database = await run('vitest', ['run', '--project', 'database', '--changed', 'HEAD', '--passWithNoTests', '--reporter=dot'])
process.exitCode = failed.length > 0 || unit !== 0 || database !== 0 ? 1 : 0
