import { sleep as realSleep, type Sleep } from './sleep.ts'

/** Lets a loop wait for its next iteration, and lets other code end the wait early. */
export interface Waiter {
  /** Ends the current wait; if there is none, the next one ends at once. */
  wake(): void
  /** Waits for `ms` milliseconds, until {@link wake} is called, or until the signal aborts. Never rejects. */
  wait(ms: number, signal: AbortSignal): Promise<void>
}

export function createWaiter(sleep: Sleep = realSleep): Waiter {
  let woken = new AbortController()
  return {
    wake: () => woken.abort(),
    wait: async (ms, signal) => {
      await sleep(ms, AbortSignal.any([woken.signal, signal]))
      if (woken.signal.aborted) woken = new AbortController()
    },
  }
}
