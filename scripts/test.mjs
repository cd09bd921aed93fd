import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runBrowserTests } from './lib/browser-tests.mjs'
import { runChecks } from './lib/checks.mjs'
import { closingLine, playwrightCounts, suiteCounts, sum, vitestCounts } from './lib/counts.mjs'
import { inWords, timed } from './lib/durations.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { ensureNginx } from './lib/nginx.mjs'
import { INTERRUPTED, root, wasInterrupted } from './lib/run.mjs'
import { runTasks } from './lib/turbo.mjs'
import { workspaces } from './lib/workspaces.mjs'

// `npm test [-- check|unit|database|e2e ...] [--force]`: runs every check and suite, or the named ones, and prints one closing line. A
// suite that fails does not stop the others. Turbo replays the suites whose inputs have not changed; `--force` runs them all again.

const results = join(root, 'test-results')

/** How many minutes each suite takes on two cores that do nothing else, without a cache (decision 104). */
const MINUTES = { check: 1.6, unit: 2.2, database: 12.3, e2e: 14.5 }

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
    return suiteCounts('e2e', [playwrightCounts(report)], code)
  },
}

/** Runs a project of `vitest.config.ts` in every workspace that has tests of that kind, and adds up their reports. */
async function vitestSuite(project) {
  await ensureNginx()
  const reports = workspaces()
    .filter((folder) => hasTests(folder, project))
    .map((folder) => join(root, folder, 'test-results', `${project}.json`))
  for (const report of reports) rmSync(report, { force: true })
  const args = ['--continue', '--output-logs=new-only', '--log-order=grouped', ...(force ? ['--force'] : [])]
  const code = await runTasks([`test:${project}`], { args })
  return suiteCounts(project, reports.map(vitestCounts), code)
}

const hasTests = (folder, project) =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).scripts?.[`test:${project}`] !== undefined

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
const names = chosen.length === 0 ? Object.keys(SUITES) : chosen
const sayTimes = names.map((name) => `${name} about ${inWords(MINUTES[name] * 60_000)}`).join(', ')
const minutes = names.reduce((total, name) => total + MINUTES[name], 0)
console.log(`On two cores, without anything in turbo’s cache: ${sayTimes}; in all about ${inWords(minutes * 60_000)}.`)
const all = []
const { took } = await timed(async () => {
  for (const name of names) {
    console.log(`\n${name}: begins`)
    const { result, took } = await timed(SUITES[name])
    if (wasInterrupted()) {
      const rest = names.slice(names.indexOf(name) + 1)
      console.log(`\n${name}: interrupted after ${took}${rest.length === 0 ? '' : `; not run: ${rest.join(', ')}`}`)
      process.exit(INTERRUPTED)
    }
    console.log(`\n${name}: ${closingLine(result)}, after ${took}`)
    all.push(result)
  }
})
const total = sum(all)
writeFileSync(join(results, 'closing-line.txt'), `${closingLine(total)}\n`)
if (total.failures.length > 0) console.log(`\nFailed:\n${total.failures.join('\n')}`)
console.log(`\nAll of it took ${took}.\n${closingLine(total)}`)
process.exitCode = total.failed > 0 ? 1 : 0
