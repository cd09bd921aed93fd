const EVERY_MS = 5_000

/**
 * Says every few seconds that a task is still running, and for how long, so that nobody takes a quiet minute for a hang.
 *
 * @template T
 * @param {string} what as the beginning of the line, for example `Installing the packages`
 * @param {Promise<T>} task
 * @param {{ everyMs?: number, print?: (line: string) => void }} [options] print: default standard error
 * @returns {Promise<T>}
 */
export async function sayingThatItRuns(what, task, { everyMs = EVERY_MS, print = console.error } = {}) {
  const startedAt = performance.now()
  const timer = setInterval(() => print(`${what}: ${Math.round((performance.now() - startedAt) / 1000)} seconds ...`), everyMs)
  try {
    return await task
  } finally {
    clearInterval(timer)
  }
}
