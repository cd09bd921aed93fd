import { checkBudget } from './budget.mjs'
import { run } from './run.mjs'
import { runTasks } from './turbo.mjs'

/** The checks by name. Each runs its command and returns the exit code. */
const CHECKS = {
  format: () => run('oxfmt', ['--check']),
  lockfile: () => run('node', ['scripts/complete-lockfile.mjs', '--check']),
  unused: () => run('knip', ['--no-progress']),
  budget: () => checkBudget(),
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
  const chosen = names.length === 0 ? ALL : Object.fromEntries(names.map((name) => [name, CHECKS[name]]))
  const failed = []
  for (const [name, check] of Object.entries(chosen)) {
    if (check === undefined) continue
    const passed = (await check()) === 0
    console.log(`check ${name}: ${passed ? 'passed' : 'FAILED'}`)
    if (!passed) failed.push(name)
  }
  return failed
}
