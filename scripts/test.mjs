import { runAllChecks, runAtRoot, runInBrowser, runInWorkspaces, runSuites } from './lib/suites.mjs'

// `npm test [-- check|unit|component|database|e2e ...] [--force]`: runs every check and suite, or the named ones, and prints one closing
// line. Turbo replays the suites whose inputs have not changed; `--force` runs them all again. `npm run test:more` runs the slower tests.

const options = process.argv.slice(2)
const force = options.includes('--force')

await runSuites(
  {
    check: { minutes: 2, run: runAllChecks },
    unit: { minutes: 2, run: () => runInWorkspaces('unit', { force, env: { HISTORIES: '100' } }) },
    component: { minutes: 0.2, run: () => runAtRoot('component') },
    database: { minutes: 4, run: () => runInWorkspaces('database', { force }) },
    e2e: { minutes: 4, run: () => runInBrowser('short') },
  },
  options.filter((name) => name !== '--force'),
  'counts.json',
)
