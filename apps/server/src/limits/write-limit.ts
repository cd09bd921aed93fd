import type { Program } from '@outlast/domain'
import { addressKey } from '../accounts/address.ts'
import type { Viewer } from '../accounts/viewer.ts'
import type { LimitPolicy, LimitUse } from '../lib/limit-use.ts'

const WINDOW_SECONDS = 60
const PER_MEMBER: LimitPolicy = { name: 'member-writes', quota: 600, windowSeconds: WINDOW_SECONDS }
const PER_PROGRAM: LimitPolicy = { name: 'token-calls', quota: 120, windowSeconds: WINDOW_SECONDS }
const PER_ADDRESS: LimitPolicy = { name: 'address-writes', quota: 6_000, windowSeconds: WINDOW_SECONDS }

/**
 * Creates the limit on all writes to one process: how often a member, or an address without a login, may write per minute.
 * It protects against loops in clients. Admins are exempt, because one bulk action can be thousands of small writes.
 *
 * @param now a monotonic clock, in milliseconds
 * @returns a function that counts a write and returns what is left; undefined for admins
 */
export function createWriteLimit(now?: () => number): (viewer: Viewer, ip: string) => LimitUse | undefined {
  const count = countPerMinute(now)
  return (viewer, ip) => {
    if (viewer.kind === 'admin') return undefined
    return viewer.kind === 'member' ? count(`user ${viewer.userId}`, PER_MEMBER) : count(addressKey(ip), PER_ADDRESS)
  }
}

/** Creates the limit on all calls of programs to one process, reads included: how many a token may make per minute. */
export function createProgramLimit(now?: () => number): (program: Program) => LimitUse {
  const count = countPerMinute(now)
  return ({ id }) => count(`token ${id}`, PER_PROGRAM)
}

function countPerMinute(now: () => number = () => performance.now()): (key: string, policy: LimitPolicy) => LimitUse {
  let counts = new Map<string, number>()
  let endsAt = Number.NEGATIVE_INFINITY
  return (key, policy) => {
    const time = now()
    if (time >= endsAt) {
      // All windows end together, so the counts are discarded as a whole.
      counts = new Map()
      endsAt = time + WINDOW_SECONDS * 1000
    }
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    const resetSeconds = Math.max(1, Math.ceil((endsAt - time) / 1000))
    const waitSeconds = count > policy.quota ? resetSeconds : undefined
    return { policy, remaining: Math.max(0, policy.quota - count), resetSeconds, waitSeconds }
  }
}
