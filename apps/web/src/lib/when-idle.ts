/** Runs at the latest this long after it was asked for, in milliseconds. */
const TIMEOUT_MS = 5_000

/** Runs something that can wait once the page has nothing else to do. @returns a function that cancels it */
export function whenIdle(run: () => void): () => void {
  // Safari has no idle callbacks before version 18.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run, TIMEOUT_MS / 2)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: TIMEOUT_MS })
  return () => cancelIdleCallback(handle)
}
