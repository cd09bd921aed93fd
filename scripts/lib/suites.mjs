import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowsers } from './browser.mjs'
import { runBrowserTests } from './browser-tests.mjs'
import { runChecks } from './checks.mjs'
import { closing, closingLine, playwrightCounts, suiteCounts, sum, vitestCounts } from './counts.mjs'
import { inWords, timed } from './durations.mjs'
import { ensureInstalled } from './install.mjs'
import { ensureNginx } from './nginx.mjs'
import { INTERRUPTED, root, run, wasInterrupted } from './run.mjs'
import { runTasks } from './turbo.mjs'
import { workspaces } from './workspaces.mjs'

/** Where a run leaves its reports and its counts. */
export const results = join(root, 'test-results')

/**
 * A part of a test run.
 *
 * @typedef {object} Suite
 * @property {number} minutes about how long it takes on two cores that do nothing else, without a cache
 * @property {() => Promise<import('./counts.mjs').Counts>} run runs its tests and counts them
 */

/** Runs all checks of the sources. */
export async function runAllChecks() {
  const failed = await runChecks([])
  return { ...sum([]), failed: failed.length, failures: failed.map((name) => `npm run check -- ${name}`) }
}

/**
 * Runs a project of `vitest.config.ts` in every workspace that has tests of that kind. Turbo replays those whose inputs have not changed.
 *
 * @param {string} project
 * @param {{ force: boolean, env?: Record<string, string> }} options
 */
export async function runInWorkspaces(project, { force, env }) {
  await ensureNginx()
  const reports = workspaces()
    .filter((folder) => hasTests(folder, project))
    .map((folder) => join(root, folder, 'test-results', `${project}.json`))
  for (const report of reports) rmSync(report, { force: true })
  const args = ['--continue', '--output-logs=new-only', '--log-order=grouped', ...(force ? ['--force'] : [])]
  const code = await runTasks([`test:${project}`], { args, env })
  return suiteCounts(project, reports.map(vitestCounts), code)
}

const hasTests = (folder, project) =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).scripts?.[`test:${project}`] !== undefined

/**
 * Runs a project of `vitest.config.ts` from the root.
 *
 * @param {string} project
 * @param {Record<string, string>} [env]
 */
export async function runAtRoot(project, env = {}) {
  await ensureNginx()
  const report = join(results, `${project}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const browsers = await ensureBrowsers()
  const code = await run('vitest', ['run', '--project', project, ...reporters], { env: { ...browsers, ...env } })
  return suiteCounts(project, [vitestCounts(report)], code)
}

/**
 * Runs the tests of `e2e`: those of `npm test`, or those of `npm run test:more`.
 *
 * @param {'short' | 'more'} which
 */
export async function runInBrowser(which) {
  const report = join(results, `playwright-${which}.json`)
  await ensureNginx()
  const code = await runBrowserTests(['--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_FILE: report, BROWSER_TESTS: which })
  return suiteCounts('e2e', [playwrightCounts(report)], code)
}

/**
 * Runs the suites that are named, or all of them, says how long they take, and prints one closing line. A suite that fails does not stop the
 * others.
 *
 * @param {Record<string, Suite>} suites
 * @param {readonly string[]} named
 * @param {string} countsFile the name of the file in `test-results` that gets the sum of their counts
 */
export async function runSuites(suites, named, countsFile) {
  // Many tests start programs, each of which would compile the server again.
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'tests-compiled')
  await ensureInstalled()
  mkdirSync(results, { recursive: true })
  rmSync(join(results, countsFile), { force: true })
  const unknown = named.find((name) => suites[name] === undefined)
  if (unknown !== undefined) {
    console.error(`Unknown suite "${unknown}". Suites: ${Object.keys(suites).join(', ')}`)
    process.exit(2)
  }
  const names = named.length === 0 ? Object.keys(suites) : named
  const sayTimes = names.map((name) => `${name} about ${inWords(suites[name].minutes * 60_000)}`).join(', ')
  const minutes = names.reduce((total, name) => total + suites[name].minutes, 0)
  console.log(`On two cores, without anything in turbo’s cache: ${sayTimes}; in all about ${inWords(minutes * 60_000)}.`)
  const all = []
  const { took } = await timed(async () => {
    for (const name of names) {
      console.log(`\n${name}: begins`)
      const { result, took } = await timed(suites[name].run)
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
  writeFileSync(join(results, countsFile), `${JSON.stringify(total)}\n`)
  console.log(`\nAll of it took ${took}.\n${closing(total)}`)
  process.exitCode = total.failed > 0 ? 1 : 0
}
