import type { UserId } from '@outlast/domain'
import { describe, expect, it } from 'vitest'
import { createCostlyReadLimit } from './costly-read-limit.ts'
import type { Viewer } from './viewer.ts'

const VISITOR: Viewer = { kind: 'visitor' }
const member = (userId: number): Viewer => ({ kind: 'member', userId: userId as UserId })

function start() {
  const clock = { ms: 0 }
  const limit = createCostlyReadLimit(() => clock.ms)
  /** Reads until the limit says to wait, at most 1,000 times. */
  const allowed = (viewer: Viewer, ip: string) => {
    let count = 0
    while (count < 1_000 && limit(viewer, ip) === undefined) count += 1
    return count
  }
  return { clock, limit, allowed }
}

describe('createCostlyReadLimit', () => {
  it('limits an address without a login, and allows more as time passes', () => {
    const { clock, limit, allowed } = start()
    expect(allowed(VISITOR, '203.0.113.1')).toBe(40)
    expect(limit(VISITOR, '203.0.113.1')).toBe(1)
    clock.ms += 5_000
    expect(allowed(VISITOR, '203.0.113.1')).toBe(10)
  })

  it('limits all visitors together, but no member', () => {
    const { allowed } = start()
    expect(allowed(VISITOR, '203.0.113.1') + allowed(VISITOR, '203.0.113.2') + allowed(VISITOR, '203.0.113.3')).toBe(60)
    expect(allowed(member(1), '203.0.113.1')).toBe(60)
    expect(allowed(member(2), '203.0.113.1')).toBe(60)
  })

  it('does not count rejected reads', () => {
    const { clock, limit, allowed } = start()
    allowed(VISITOR, '203.0.113.1')
    for (let n = 0; n < 100; n += 1) limit(VISITOR, '203.0.113.1')
    clock.ms += 500
    expect(allowed(VISITOR, '203.0.113.1')).toBe(1)
  })

  it('does not limit admins', () => {
    expect(start().allowed({ kind: 'admin', userId: 1 as UserId }, '203.0.113.1')).toBe(1_000)
  })

  it('counts an IPv6 network as one address', () => {
    const { allowed } = start()
    expect(allowed(VISITOR, '2001:db8:0:7::1')).toBe(40)
    expect(allowed(VISITOR, '2001:db8:0:7::2')).toBe(0)
  })
})
