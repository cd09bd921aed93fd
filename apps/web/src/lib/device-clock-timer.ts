/**
 * Runs a function once `ms` milliseconds have passed on the device's clock. Timers stop while a phone sleeps; so what is due by then runs
 * as soon as the page is visible again.
 * @returns a function that cancels it
 */
export function afterDeviceTime(ms: number, run: () => void): () => void {
  const due = Date.now() + ms
  const timer = setTimeout(finish, ms)
  const { document } = globalThis
  function cancel(): void {
    clearTimeout(timer)
    // Workers have no document.
    document?.removeEventListener('visibilitychange', runIfDue)
  }
  function finish(): void {
    cancel()
    run()
  }
  function runIfDue(): void {
    if (document.visibilityState === 'visible' && Date.now() >= due) finish()
  }
  document?.addEventListener('visibilitychange', runIfDue)
  return cancel
}
