import { join, relative } from 'node:path'
import { root, run } from './lib/run.mjs'

// Runs one project of `vitest.config.ts` (`unit` or `database`) for the workspace in whose folder it runs, and leaves a report of the
// counts in its `test-results` folder: `npm run test:unit -w @outlast/domain`.
const [project, ...options] = process.argv.slice(2)
const workspace = relative(root, process.cwd())
const report = join(workspace, 'test-results', `${project}.json`)
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
process.exitCode = await run('vitest', ['run', '--project', project, ...reporters, `${workspace}/`, ...options])
