/**
 * Writes a duration as people say it: `9 seconds`, `12 minutes`, `1 hour 5 minutes`.
 *
 * @param {number} ms
 */
export function inWords(ms) {
  const seconds = Math.round(ms / 1000)
  if (seconds < 90) return counted(seconds, 'second')
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return counted(minutes, 'minute')
  const rest = minutes % 60
  return [counted(Math.floor(minutes / 60), 'hour'), ...(rest === 0 ? [] : [counted(rest, 'minute')])].join(' ')
}

const counted = (count, unit) => `${count} ${unit}${count === 1 ? '' : 's'}`

/**
 * Runs something, and returns its result with the time that it took, in words.
 *
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<{ result: T, took: string }>}
 */
export async function timed(work) {
  const startedAt = performance.now()
  const result = await work()
  return { result, took: inWords(performance.now() - startedAt) }
}
