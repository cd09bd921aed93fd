import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { root, run } from './run.mjs'

const ENV = {
  TURBO_TELEMETRY_DISABLED: '1',
  TURBO_NO_UPDATE_NOTIFIER: '1',
  DO_NOT_TRACK: '1',
  // Tests on real seasons are skipped where the data is missing, so a cached result of one case must not be used for the other.
  OUTLAST_REAL_DATA: existsSync(join(root, '..', 'shared', 'data')) ? 'present' : 'absent',
}

/**
 * Runs tasks of `turbo.json` in every workspace that has them. A task whose inputs have not changed is replayed from turbo's cache.
 *
 * @param {string[]} tasks
 * @param {{ args?: string[], quiet?: boolean, env?: Record<string, string | undefined> }} [options] args: options of `turbo run`
 * @returns {Promise<number>} turbo's exit code: 0 when every task passed
 */
export function runTasks(tasks, { args = [], quiet = false, env = {} } = {}) {
  // Each type checker takes more than a gigabyte, so no more of them run than there are cores.
  const concurrency = `--concurrency=${availableParallelism()}`
  return run('turbo', ['run', ...tasks, '--ui=stream', concurrency, ...args], { env: { ...ENV, ...env }, quiet })
}
