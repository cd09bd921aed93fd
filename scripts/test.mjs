import { atRoot, checks, inBrowser, inWorkspaces, runSuites } from './lib/suites.mjs'

// `npm test [-- check|unit|component|database|e2e ...] [--force]`: runs every check and suite, or the named ones, and prints one closing
// line. `npm run test:more` runs the slower tests. `--force` runs everything again, also where nothing has changed.

const options = process.argv.slice(2)
const force = options.includes('--force')

await runSuites(
  {
    check: checks,
    unit: inWorkspaces('unit', { force, env: { HISTORIES: '100' } }),
    component: atRoot('component'),
    database: inWorkspaces('database', { force }),
    e2e: inBrowser('short'),
  },
  options.filter((name) => name !== '--force'),
  'closing-line.txt',
)
