import { existsSync, readdirSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { readJson } from './counts.mjs'
import { root, run } from './run.mjs'

/** Where turbo writes what became of the tasks of a run. */
const SUMMARIES = join(root, '.turbo', 'runs')

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
 * @returns {Promise<number>} 0 when every task passed. A turbo that is stopped exits with 0 too, so its summary decides
 */
export async function runTasks(tasks, { args = [], quiet = false, env = {} } = {}) {
  // Each type checker takes more than a gigabyte, so no more of them run than there are cores.
  const concurrency = `--concurrency=${availableParallelism()}`
  const before = new Set(summaries())
  const command = ['run', ...tasks, '--ui=stream', '--summarize', concurrency, ...args]
  const code = await run('turbo', command, { env: { ...ENV, ...env }, quiet })
  const written = summaries().filter((file) => !before.has(file))
  const finished = written.length > 0 && written.every((file) => ranAllTasks(readJson(file)))
  for (const file of written) rmSync(file, { force: true })
  if (code === 0 && !finished) console.error(`turbo ended before it had run all tasks of ${tasks.join(' and ')}`)
  return code === 0 && !finished ? 1 : code
}

const summaries = () => (existsSync(SUMMARIES) ? readdirSync(SUMMARIES).map((name) => join(SUMMARIES, name)) : [])

/**
 * Returns whether a run of turbo ran every task that it was to run, or replayed it.
 *
 * @param {{ execution?: { success: number, cached: number, attempted: number } } | undefined} summary
 */
export function ranAllTasks(summary) {
  const { success = 0, cached = 0, attempted = 0 } = summary?.execution ?? {}
  return attempted > 0 && success + cached === attempted
}
