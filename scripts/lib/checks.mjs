import { checkBudget } from './budget.mjs'
import { timed } from './durations.mjs'
import { run, wasInterrupted } from './run.mjs'
import { checkStyleClasses } from './style-classes.mjs'
import { runTasks } from './turbo.mjs'

/** The checks by name. Each runs its command and returns the exit code. */
const CHECKS = {
  format: () => run('oxfmt', ['--check']),
  lockfile: () => run('node', ['scripts/complete-lockfile.mjs', '--check']),
  unused: () => run('knip', ['--no-progress']),
  budget: () => checkBudget(),
  styles: () => checkStyleClasses(),
  lint: () => runWorkspaceTasks(['lint']),
  types: () => runWorkspaceTasks(['types']),
}

/**
 * Both tasks in one call, so that turbo can run them side by side. A type checker checks whatever it imports, so contract and projections
 * are checked with the server, and testing with the root.
 */
const ALL = { ...CHECKS, lint: undefined, types: undefined, 'lint and types': () => runWorkspaceTasks(['lint', 'types']) }

const runWorkspaceTasks = (tasks) => runTasks(tasks, { args: ['--continue', '--output-logs=errors-only'] })

/**
 * Runs the named checks, or all of them when none is named. A check that fails does not stop the others.
 *
 * @param {string[]} names
 * @returns {Promise<string[]>} the names of the checks that failed
 */
export async function runChecks(names) {
  const unknown = names.find((name) => CHECKS[name] === undefined)
  if (unknown !== undefined) throw new Error(`Unknown check "${unknown}". Checks: ${Object.keys(CHECKS).join(', ')}`)
  return runEach(names.length === 0 ? ALL : Object.fromEntries(names.map((name) => [name, CHECKS[name]])))
}

/**
 * Runs checks one after the other, and says what became of each. After a signal the others are not run.
 *
 * @param {Record<string, (() => Promise<number>) | undefined>} checks each returns its exit code
 * @returns {Promise<string[]>} the names of those that did not pass
 */
export async function runEach(checks) {
  const failed = []
  for (const [name, check] of Object.entries(checks)) {
    if (check === undefined) continue
    const outcome = wasInterrupted() ? 'not run' : await outcomeOf(check)
    console.log(`check ${name}: ${outcome}`)
    if (!outcome.startsWith('passed')) failed.push(name)
  }
  return failed
}

/** Runs a check, and says in words what became of it. */
async function outcomeOf(check) {
  const { result: code, took } = await timed(check)
  if (wasInterrupted()) return `interrupted after ${took}`
  return code === 0 ? `passed after ${took}` : `FAILED after ${took}`
}
