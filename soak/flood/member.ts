import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '@outlast/testing'

const INTERVAL_MS = 5

/** How long the member's reads took, in milliseconds, and those that failed. */
export interface Waits {
  readonly p50: number
  readonly p99: number
  readonly max: number
  readonly failed: readonly string[]
}

/** A signed-in member who opens the dashboard again and again, for some seconds. */
export async function openDashboards(port: number, token: string, seconds: number): Promise<Waits> {
  const latencies: number[] = []
  const failed: string[] = []
  const until = performance.now() + seconds * 1000
  do {
    const startedAt = performance.now()
    const status = await openDashboard(port, token)
    latencies.push(performance.now() - startedAt)
    if (status !== 200) failed.push(String(status))
    await sleep(INTERVAL_MS)
  } while (performance.now() < until)
  const sorted = Float64Array.from(latencies).sort()
  return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99), max: sorted.at(-1) ?? Number.NaN, failed }
}

async function openDashboard(port: number, token: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/api/dashboard`, { headers: { authorization: `Bearer ${token}` } })
  await response.arrayBuffer()
  return response.status
}

export const formatWaits = ({ p50, p99, max }: Waits): string => [p50, p99, max].map((ms) => ms.toFixed(0)).join(', ')
