import type { UserId } from '@outlast/domain'
import { describe, expect, it } from 'vitest'
import { createCostlyReadLimit } from './costly-read-limit.ts'
import type { Viewer } from '../accounts/viewer.ts'

const member = (userId: number): Viewer => ({ kind: 'member', userId: userId as UserId })

function start() {
  const clock = { ms: 0 }
  const limit = createCostlyReadLimit(() => clock.ms)
  /** Reads until the limit says to wait, at most 1,000 times. */
  const allowed = (viewer: Viewer) => {
    let count = 0
    while (count < 1_000 && limit(viewer)?.waitSeconds === undefined) count += 1
    return count
  }
  return { clock, limit, allowed }
}

describe('createCostlyReadLimit', () => {
  it('limits each member, and allows more as time passes', () => {
    const { clock, limit, allowed } = start()
    expect(allowed(member(1))).toBe(60)
    const policy = { name: 'costly-reads', quota: 60, windowSeconds: 12 }
    expect(limit(member(1))).toEqual({ policy, remaining: 0, resetSeconds: 12, waitSeconds: 1 })
    expect(allowed(member(2))).toBe(60)
    clock.ms += 2_000
    expect(limit(member(1))).toEqual({ policy, remaining: 9, resetSeconds: 10.2 })
    expect(allowed(member(1))).toBe(9)
  })

  it('does not count rejected reads', () => {
    const { clock, limit, allowed } = start()
    allowed(member(1))
    for (let n = 0; n < 100; n += 1) limit(member(1))
    clock.ms += 200
    expect(allowed(member(1))).toBe(1)
  })

  it('limits neither admins nor visitors', () => {
    const { allowed } = start()
    expect(allowed({ kind: 'admin', userId: 1 as UserId })).toBe(1_000)
    expect(allowed({ kind: 'visitor' })).toBe(1_000)
  })
})
