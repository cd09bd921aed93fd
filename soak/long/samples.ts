import { readdirSync } from 'node:fs'
import { residentMiB } from '@outlast/testing/process/worker'
import type { ServerProcess } from '@outlast/testing/server/server-process'
import { readMetrics, sumOf } from '@outlast/testing/metrics'

/** A look at a running server. */
export interface Sample {
  /** Seconds since the first one. */
  readonly at: number
  readonly residentMiB: number
  readonly heapMiB: number
  /** Open files and connections, as the operating system counts them; without those of clients, who keep theirs as they like. */
  readonly descriptors: number
  /** What keeps the event loop alive, as Node counts it; again without clients' connections. */
  readonly resources: number
  readonly sockets: number
  /** 99 % of the event loop's turns since the look before came no later than this. */
  readonly delayMs: number
}

export async function look({ url, pid }: ServerProcess, begun: number): Promise<Sample> {
  const text = await readMetrics(url)
  const clients = sumOf(text, 'outlast_connections')
  return {
    at: (performance.now() - begun) / 1000,
    residentMiB: residentMiB(pid),
    heapMiB: sumOf(text, 'outlast_nodejs_heap_size_used_bytes') / 2 ** 20,
    descriptors: readdirSync(`/proc/${pid}/fd`).length - clients,
    resources: sumOf(text, 'outlast_nodejs_active_resources_total') - clients,
    sockets: sumOf(text, 'outlast_sockets'),
    delayMs: sumOf(text, 'outlast_nodejs_eventloop_lag_p99_seconds') * 1000,
  }
}

/** The line that fits values best (least squares): how much it rises in a second, and where it stands on average. */
export function trend(points: readonly { readonly at: number; readonly value: number }[]) {
  const mean = (of: (point: (typeof points)[number]) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const at = mean((point) => point.at)
  const value = mean((point) => point.value)
  const spread = points.reduce((sum, point) => sum + (point.at - at) ** 2, 0)
  const slope = points.reduce((sum, point) => sum + (point.at - at) * (point.value - value), 0) / spread
  return { perSecond: slope, mean: value }
}
