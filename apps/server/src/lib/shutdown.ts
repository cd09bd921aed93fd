/** A second Ctrl-C counts as impatience only after this long: npm and the terminal may each deliver the first one. */
const SAME_WISH_MS = 1_500

/**
 * Calls `stop` once when the process is told to end (Ctrl-C, `kill`, a closed terminal), and lets the process end when it is done.
 * Told again later, the process ends at once. Call it before anything is started, so that nothing is left behind.
 *
 * @param stop finishes what was accepted and stops what was started; it may be called while things still start
 */
export function onShutdown(stop: (signal: NodeJS.Signals) => Promise<void>): void {
  let firstAt: number | undefined
  const told = (signal: NodeJS.Signals): void => {
    if (firstAt !== undefined) {
      if (performance.now() - firstAt > SAME_WISH_MS) process.exit(1)
      return
    }
    firstAt = performance.now()
    stop(signal).then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => told(signal))
}
