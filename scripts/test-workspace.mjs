import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import { root, run } from './lib/run.mjs'

// Runs one project of `vitest.config.ts` (`unit` or `database`) for the workspace in whose folder it runs, and leaves a report of the
// counts in its `test-results` folder: `npm run test:unit -w @outlast/domain`.
const [project, ...options] = process.argv.slice(2)
const workspace = relative(root, process.cwd())
const report = join(workspace, 'test-results', `${project}.json`)
// Tests with a database wait for it, for processes and for timers half of the time, so two cores can run three workers.
const workers = project === 'database' ? [`--maxWorkers=${availableParallelism() + 1}`] : []
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
process.exitCode = await run('vitest', ['run', '--project', project, ...workers, ...reporters, `${workspace}/`, ...options])
