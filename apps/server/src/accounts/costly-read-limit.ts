import { addressKey } from './address.ts'
import type { Viewer } from './viewer.ts'

/** A budget that refills continuously: one read per interval, and up to `burst` at once. */
interface Budget {
  readonly intervalMs: number
  readonly burst: number
}

/** Shared by all visitors of one process, so that visitors from many addresses cannot crowd out the members. */
const ALL_VISITORS: Budget = { intervalMs: 100, burst: 60 }
const ONE_ADDRESS: Budget = { intervalMs: 500, burst: 40 }
const ONE_MEMBER: Budget = { intervalMs: 200, burst: 60 }
const MAX_KEYS = 20_000

/**
 * Creates the limit on expensive reads: proofs, the audit trail, and earlier states of the pool. Visitors share a small budget, each
 * member has their own, and admins have no limit.
 *
 * @param now a monotonic clock, in milliseconds
 * @returns a function that returns the seconds to wait, or undefined if the read is allowed
 */
export function createCostlyReadLimit(
  now: () => number = () => performance.now(),
): (viewer: Viewer, ip: string) => number | undefined {
  /** When each budget is full again. */
  const fullAt = new Map<string, number>()

  function waitOf(key: string, { intervalMs, burst }: Budget, time: number): number {
    return Math.max(0, (fullAt.get(key) ?? time) + intervalMs - time - burst * intervalMs)
  }
  function spend(key: string, { intervalMs }: Budget, time: number): void {
    if (fullAt.size >= MAX_KEYS) removeFull(fullAt, time)
    fullAt.set(key, Math.max(fullAt.get(key) ?? time, time) + intervalMs)
  }

  return (viewer, ip) => {
    if (viewer.kind === 'admin') return undefined
    const time = now()
    const budgets: readonly (readonly [string, Budget])[] =
      viewer.kind === 'member'
        ? [[`user ${viewer.userId}`, ONE_MEMBER]]
        : [
            [addressKey(ip), ONE_ADDRESS],
            ['visitors', ALL_VISITORS],
          ]
    const wait = Math.max(...budgets.map(([key, budget]) => waitOf(key, budget, time)))
    if (wait > 0) return Math.ceil(wait / 1000)
    for (const [key, budget] of budgets) spend(key, budget, time)
    return undefined
  }
}

/** Removes the budgets that are full, since a missing budget counts as full. If none is full, removes all. */
function removeFull(fullAt: Map<string, number>, time: number): void {
  const size = fullAt.size
  for (const [key, at] of fullAt) if (at <= time) fullAt.delete(key)
  if (fullAt.size === size) fullAt.clear()
}
