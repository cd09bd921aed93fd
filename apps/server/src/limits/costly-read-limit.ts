import { LRUCache } from 'lru-cache'
import type { UserId } from '@outlast/domain'
import type { Viewer } from '../accounts/viewer.ts'
import type { LimitPolicy, LimitUse } from '../lib/limit-use.ts'

/** A member's budget refills continuously: one read per interval, and up to `BURST` at once. */
const INTERVAL_MS = 200
const BURST = 60
const POLICY: LimitPolicy = { name: 'costly-reads', quota: BURST, windowSeconds: (BURST * INTERVAL_MS) / 1000 }
const MAX_MEMBERS = 20_000

/**
 * Creates the limit on a member's expensive reads: proofs, the audit trail, and earlier states of the pool. Admins have no limit.
 * Visitors have a budget of computing time instead (http/public-answers.ts).
 *
 * @param now a monotonic clock, in milliseconds
 * @returns a function that counts a read and returns what is left; undefined for whom there is no limit
 */
export function createCostlyReadLimit(now: () => number = () => performance.now()): (viewer: Viewer) => LimitUse | undefined {
  /** When the budget of each member who used some of it is full again. */
  const fullAt = new LRUCache<UserId, number>({ max: MAX_MEMBERS })
  return (viewer) => {
    if (viewer.kind !== 'member') return undefined
    const time = now()
    const used = Math.max(fullAt.get(viewer.userId) ?? time, time)
    const wait = used + INTERVAL_MS - time - BURST * INTERVAL_MS
    const next = wait > 0 ? used : used + INTERVAL_MS
    fullAt.set(viewer.userId, next)
    return {
      policy: POLICY,
      remaining: Math.floor(BURST - (next - time) / INTERVAL_MS),
      resetSeconds: (next - time) / 1000,
      waitSeconds: wait > 0 ? Math.ceil(wait / 1000) : undefined,
    }
  }
}
