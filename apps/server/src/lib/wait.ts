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

/** Lets a loop wait for its next iteration, and lets other code end the wait early. */
export interface Waiter {
  /** Ends the current wait; if there is none, the next one ends at once. */
  wake(): void
  /** Waits for `ms` milliseconds, until {@link wake} is called, or until the signal aborts. Never rejects. */
  wait(ms: number, signal: AbortSignal): Promise<void>
}

export function createWaiter(): Waiter {
  let woken = new AbortController()
  return {
    wake: () => woken.abort(),
    wait: async (ms, signal) => {
      await sleep(ms, AbortSignal.any([woken.signal, signal]))
      if (woken.signal.aborted) woken = new AbortController()
    },
  }
}
