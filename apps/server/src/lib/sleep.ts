import { setTimeout as timer } from 'node:timers/promises'

/**
 * Waits for a number of milliseconds or until the signal aborts. Never rejects, so that a loop only has to check its signal
 * afterwards. It is passed as a dependency, so that tests control the time.
 */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>

/** A {@link Sleep} with a real timer. */
export const sleep: Sleep = async (ms, signal) => {
  try {
    await timer(Math.max(0, ms), undefined, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
