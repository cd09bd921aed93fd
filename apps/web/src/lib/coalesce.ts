/**
 * Returns a function that runs a task, at most one run at a time. Calls during a run cause one more run after it, so that many
 * changes in a row cost few requests and the last result is up to date.
 */
export function coalesce(task: () => Promise<void>): () => void {
  let isRunning = false
  let runAgain = false
  const run = async (): Promise<void> => {
    isRunning = true
    do {
      runAgain = false
      await task()
    } while (runAgain)
    isRunning = false
  }
  return () => {
    if (isRunning) runAgain = true
    else void run()
  }
}
