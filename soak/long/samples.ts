import { readdirSync } from 'node:fs'
import { readMetrics, residentMiB, type ServerProcess } from '@outlast/testing'

/** What a running server uses at one moment. */
export interface Sample {
  /** Seconds since the start of the scenario. */
  readonly at: number
  readonly residentMiB: number
  readonly heapMiB: number
  /** Open file descriptors, without those of clients' connections. */
  readonly descriptors: number
  /** What keeps the event loop alive, as Node counts it, without clients' connections. */
  readonly resources: number
  readonly sockets: number
  /** The 99th percentile of the event loop's delay since the previous sample. */
  readonly delayMs: number
}

/** Takes a sample of a server. */
export async function takeSample({ url, pid }: ServerProcess, startedAt: number): Promise<Sample> {
  const metric = await readMetrics(url)
  const clients = metric('outlast_connections')
  return {
    at: (performance.now() - startedAt) / 1000,
    residentMiB: residentMiB(pid),
    heapMiB: metric('outlast_nodejs_heap_size_used_bytes') / 2 ** 20,
    descriptors: readdirSync(`/proc/${pid}/fd`).length - clients,
    resources: metric('outlast_nodejs_active_resources_total') - clients,
    sockets: metric('outlast_sockets'),
    delayMs: metric('outlast_nodejs_eventloop_lag_p99_seconds') * 1000,
  }
}

/** Fits a line to points by least squares. Returns its slope per second and the mean of the values. */
export function linearTrend(points: readonly { readonly at: number; readonly value: number }[]) {
  const mean = (of: (point: (typeof points)[number]) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const meanAt = mean(({ at }) => at)
  const meanValue = mean(({ value }) => value)
  const variance = points.reduce((sum, { at }) => sum + (at - meanAt) ** 2, 0)
  const covariance = points.reduce((sum, { at, value }) => sum + (at - meanAt) * (value - meanValue), 0)
  return { perSecond: covariance / variance, mean: meanValue }
}
