import { sleep as realSleep, type Sleep } from './sleep.ts'

/** A loop's way to wait for its next turn, and everybody else's way to call it earlier. */
export interface Waiter {
  /** Ends the wait under way; when there is none, the next one ends at once. */
  wake(): void
  /** Until so many milliseconds have passed, {@link wake} was called or the signal aborts. Never rejects. */
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
