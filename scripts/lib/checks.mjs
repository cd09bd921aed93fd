import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './run.mjs'

/** What each check runs. A check passes when all its commands exit with 0. */
const CHECKS = {
  format: () => [['oxfmt', '--check']],
  lint: () => [['oxlint', '--type-aware', '--deny-warnings', '--report-unused-disable-directives']],
  lockfile: () => [['node', 'scripts/complete-lockfile.mjs', '--check']],
  types: () => ['.', ...workspaces()].map((folder) => ['tsc', '-p', folder]),
}

/**
 * Runs the named checks (all of them when none is named), each to its end.
 *
 * @param {string[]} names
 * @returns {Promise<string[]>} the names of those that failed
 */
export async function runChecks(names) {
  const failed = []
  for (const name of names.length === 0 ? Object.keys(CHECKS) : names) {
    const commands = CHECKS[name]?.()
    if (commands === undefined) throw new Error(`There is no check "${name}": there are ${Object.keys(CHECKS).join(', ')}`)
    const codes = []
    for (const [command, ...args] of commands) codes.push(await run(command, args))
    const passed = codes.every((code) => code === 0)
    console.log(`check ${name}: ${passed ? 'passed' : 'FAILED'}`)
    if (!passed) failed.push(name)
  }
  return failed
}

/** The folders of the workspaces that have TypeScript of their own. */
function workspaces() {
  return ['packages', 'apps'].flatMap((parent) =>
    readdirSync(join(root, parent))
      .map((name) => join(parent, name))
      .filter((folder) => existsSync(join(root, folder, 'tsconfig.json'))),
  )
}
