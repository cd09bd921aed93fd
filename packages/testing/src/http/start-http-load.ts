import { startWorker } from '../process/worker.ts'
import type { LoadPlan, LoadResult } from './http-load.ts'

/** A load client that runs in a process of its own. */
export interface LoadClient {
  readonly pid: number
  run(plan: LoadPlan): Promise<LoadResult>
  stop(): Promise<void>
}

/** Starts a load client. */
export function startHttpLoad(): LoadClient {
  const worker = startWorker(new URL('./http-load-worker.ts', import.meta.url))
  return { pid: worker.pid, run: (plan) => worker.request<LoadResult>(plan), stop: () => worker.stop() }
}
