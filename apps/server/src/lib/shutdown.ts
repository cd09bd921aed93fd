/** Signals within this time count as one: npm and the terminal may both deliver the first Ctrl-C. */
const SAME_SIGNAL_MS = 1_500

/**
 * Calls `stop` when the process receives a termination signal (Ctrl-C, `kill`, a closed terminal), and exits when it is done.
 * A second signal exits at once. Register it before starting anything, so that nothing is left running.
 *
 * @param stop may be called during the startup
 */
export function onShutdown(stop: (signal: NodeJS.Signals) => Promise<void>): void {
  let firstAt: number | undefined
  const handleSignal = (signal: NodeJS.Signals): void => {
    if (firstAt !== undefined) {
      if (performance.now() - firstAt > SAME_SIGNAL_MS) process.exit(1)
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
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => handleSignal(signal))
}
