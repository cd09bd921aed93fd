import { constants, getPriority, setPriority } from 'node:os'
import { isMainThread } from 'node:worker_threads'

/** The nice value of a background thread. When both want the same core, the main thread gets nine tenths of it. */
const NICER_BY = 10

/**
 * Gives the calling worker thread a lower priority, so that requests do not wait for what is computed in the background. On Linux, a
 * priority is that of a thread; elsewhere it is that of the whole process, and stays as it is.
 */
export function runInBackground(): void {
  if (isMainThread || process.platform !== 'linux') return
  setPriority(Math.min(getPriority() + NICER_BY, constants.priority.PRIORITY_LOW))
}
