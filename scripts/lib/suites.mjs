import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowsers } from './browser.mjs'
import { runBrowserTests } from './browser-tests.mjs'
import { runChecks } from './checks.mjs'
import { closingLine, playwrightCounts, sum, vitestCounts } from './counts.mjs'
import { ensureInstalled } from './install.mjs'
import { ensureNginx } from './nginx.mjs'
import { root, run, wasInterrupted } from './run.mjs'
import { runTasks } from './turbo.mjs'
import { workspaces } from './workspaces.mjs'

/** Where a run leaves its reports and its closing line. */
export const results = join(root, 'test-results')

/** @typedef {() => Promise<import('./counts.mjs').Counts>} Suite runs its tests and counts them */

/** Runs all checks of the sources. @type {Suite} */
export async function checks() {
  const failed = await runChecks([])
  return { ...sum([]), failed: failed.length, failures: failed.map((name) => `npm run check -- ${name}`) }
}

/**
 * Runs a project of `vitest.config.ts` in every workspace that has tests of that kind. Turbo replays those whose inputs have not changed.
 *
 * @param {string} project
 * @param {{ force: boolean, env?: Record<string, string> }} options
 * @returns {Suite}
 */
export const inWorkspaces =
  (project, { force, env }) =>
  async () => {
    await ensureNginx()
    const reports = workspaces().map((folder) => join(root, folder, 'test-results', `${project}.json`))
    for (const report of reports) rmSync(report, { force: true })
    const args = ['--continue', '--output-logs=new-only', '--log-order=grouped', ...(force ? ['--force'] : [])]
    const code = await runTasks([`test:${project}`], { args, env })
    return counted(sum(reports.filter(existsSync).map(vitestCounts)), code)
  }

/**
 * Runs a project of `vitest.config.ts` from the root.
 *
 * @param {string} project
 * @param {Record<string, string>} [env]
 * @returns {Suite}
 */
export const atRoot =
  (project, env = {}) =>
  async () => {
    await ensureNginx()
    const report = join(results, `${project}.json`)
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const browsers = await ensureBrowsers()
    const code = await run('vitest', ['run', '--project', project, ...reporters], { env: { ...browsers, ...env } })
    return counted(vitestCounts(report), code)
  }

/**
 * Runs the tests of `e2e`: those of `npm test`, or those of `npm run test:more`.
 *
 * @param {'short' | 'more'} which
 * @returns {Suite}
 */
export const inBrowser = (which) => async () => {
  const report = join(results, `playwright-${which}.json`)
  await ensureNginx()
  const code = await runBrowserTests(['--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_FILE: report, BROWSER_TESTS: which })
  return counted(playwrightCounts(report), code)
}

/** Counts at least one failure for a suite that exits with an error, even when its report lists none. */
function counted(counts, code) {
  const known = counts ?? sum([])
  return code !== 0 && known.failed === 0 ? { ...known, failed: 1 } : known
}

/**
 * Runs the suites that are named, or all of them, and prints one closing line. A suite that fails does not stop the others.
 *
 * @param {Record<string, Suite>} suites
 * @param {readonly string[]} named
 * @param {string} closingFile the name of the file in `test-results` that gets the closing line
 */
export async function runSuites(suites, named, closingFile) {
  const unknown = named.find((name) => suites[name] === undefined)
  if (unknown !== undefined) {
    console.error(`Unknown suite "${unknown}". Suites: ${Object.keys(suites).join(', ')}`)
    process.exit(2)
  }
  // Many tests start programs, each of which would compile the server again.
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'tests-compiled')
  await ensureInstalled()
  mkdirSync(results, { recursive: true })
  rmSync(join(results, closingFile), { force: true })
  const all = []
  for (const name of named.length === 0 ? Object.keys(suites) : named) {
    all.push(await suites[name]())
    if (wasInterrupted()) process.exit(130)
  }
  const total = sum(all)
  writeFileSync(join(results, closingFile), `${closingLine(total)}\n`)
  if (total.failures.length > 0) console.log(`\nFailed:\n${total.failures.join('\n')}`)
  console.log(`\n${closingLine(total)}`)
  process.exitCode = total.failed > 0 ? 1 : 0
}
