import { addressKey } from './address.ts'
import type { Viewer } from './viewer.ts'

const WINDOW_SECONDS = 60
const PER_MEMBER = 600
const PER_ADDRESS = 6_000

/**
 * Makes the light limit on all writes of one process: how often a member, or an address without a login, may write in a
 * minute. It is there against loops, not against people. Admins are let through: a bulk action of theirs is thousands of
 * small writes.
 * @param now milliseconds of any clock that does not jump
 * @returns seconds to wait, or undefined: go ahead
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
      // All windows end together, so what was counted is dropped as a whole and never grows old.
      counts = new Map()
      endsAt = time + WINDOW_SECONDS * 1000
    }
    const [key, max] = viewer.kind === 'member' ? [`user ${viewer.userId}`, PER_MEMBER] : [addressKey(ip), PER_ADDRESS]
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count > max ? Math.max(1, Math.ceil((endsAt - time) / 1000)) : undefined
  }
}
