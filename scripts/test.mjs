import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runBrowserTests } from './lib/browser-tests.mjs'
import { runChecks } from './lib/checks.mjs'
import { closingLine, playwrightCounts, sum, vitestCounts } from './lib/counts.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { ensureNginx } from './lib/nginx.mjs'
import { root, wasInterrupted } from './lib/run.mjs'
import { runTasks } from './lib/turbo.mjs'
import { workspaces } from './lib/workspaces.mjs'

// `npm test [-- check|unit|database|e2e ...] [--force]`: runs every check and suite, or the named ones, and prints one closing line. A
// suite that fails does not stop the others. Turbo replays the suites whose inputs have not changed; `--force` runs them all again.

const results = join(root, 'test-results')

const SUITES = {
  async check() {
    const failed = await runChecks([])
    return { passed: 0, failed: failed.length, skipped: 0, failures: failed.map((name) => `npm run check -- ${name}`) }
  },
  unit: () => vitestSuite('unit'),
  database: () => vitestSuite('database'),
  async e2e() {
    const report = join(results, 'playwright.json')
    await ensureNginx()
    const code = await runBrowserTests(['--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_FILE: report })
    return counted(playwrightCounts(report), code)
  },
}

/** Runs a project of `vitest.config.ts` in every workspace that has tests of that kind, and adds up their reports. */
async function vitestSuite(project) {
  await ensureNginx()
  const reports = workspaces().map((folder) => join(root, folder, 'test-results', `${project}.json`))
  for (const report of reports) rmSync(report, { force: true })
  const args = ['--continue', '--output-logs=new-only', '--log-order=grouped', ...(force ? ['--force'] : [])]
  const code = await runTasks([`test:${project}`], { args })
  return counted(sum(reports.filter(existsSync).map(vitestCounts)), code)
}

/** Counts at least one failure for a suite that exits with an error, even when its report lists none. */
function counted(counts, code) {
  const known = counts ?? sum([])
  return code !== 0 && known.failed === 0 ? { ...known, failed: 1 } : known
}

// Many tests start programs, each of which would compile the server again.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'tests-compiled')
await ensureInstalled()
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
const force = process.argv.includes('--force')
const chosen = process.argv.slice(2).filter((name) => name !== '--force')
const unknown = chosen.find((name) => SUITES[name] === undefined)
if (unknown !== undefined) {
  console.error(`Unknown suite "${unknown}". Suites: ${Object.keys(SUITES).join(', ')}`)
  process.exit(2)
}
const all = []
for (const name of chosen.length === 0 ? Object.keys(SUITES) : chosen) {
  all.push(await SUITES[name]())
  if (wasInterrupted()) process.exit(130)
}
const total = sum(all)
writeFileSync(join(results, 'closing-line.txt'), `${closingLine(total)}\n`)
if (total.failures.length > 0) console.log(`\nFailed:\n${total.failures.join('\n')}`)
console.log(`\n${closingLine(total)}`)
process.exitCode = total.failed > 0 ? 1 : 0
