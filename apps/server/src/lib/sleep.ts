import { setTimeout as timer } from 'node:timers/promises'

/**
 * Waits for a number of milliseconds, or until the signal aborts; it never rejects, so a loop only has to look at
 * its signal afterwards. Handed to whatever waits, so that tests decide when time has passed.
 */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>

/** {@link Sleep} by a real timer. */
export const sleep: Sleep = async (ms, signal) => {
  try {
    await timer(Math.max(0, ms), undefined, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
