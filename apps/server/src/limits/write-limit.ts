import { addressKey } from '../accounts/address.ts'
import type { Viewer } from '../accounts/viewer.ts'

const WINDOW_SECONDS = 60
const PER_MEMBER = 600
const PER_ADDRESS = 6_000

/**
 * Creates the limit on all writes to one process: how often a member, or an address without a login, may write per minute.
 * It protects against loops in clients. Admins are exempt, because one bulk action can be thousands of small writes.
 *
 * @param now a monotonic clock, in milliseconds
 * @returns a function that returns the seconds to wait, or undefined if the write is allowed
 */
export function createWriteLimit(
  now: () => number = () => performance.now(),
): (viewer: Viewer, ip: string) => number | undefined {
  let counts = new Map<string, number>()
  let endsAt = Number.NEGATIVE_INFINITY
  return (viewer, ip) => {
    if (viewer.kind === 'admin') return undefined
    const time = now()
    if (time >= endsAt) {
      // All windows end together, so the counts are discarded as a whole.
      counts = new Map()
      endsAt = time + WINDOW_SECONDS * 1000
    }
    const [key, max] = viewer.kind === 'member' ? [`user ${viewer.userId}`, PER_MEMBER] : [addressKey(ip), PER_ADDRESS]
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count > max ? Math.max(1, Math.ceil((endsAt - time) / 1000)) : undefined
  }
}
