import type { ChangesMessage } from '@outlast/contract/live/wire'
import { describe, expect, it } from 'vitest'
import { ConnectionLimits } from '../limits/connection-limits.ts'
import { affected, entries, PICK_COUNT } from './invalidation.ts'
import { RecentChanges } from './recent-changes.ts'
import { type Subscriber, SubscriptionRegistry } from './subscriptions.ts'
import { TokenBucket } from '../limits/token-bucket.ts'

const message = (from: number, to: number, rows = 1): ChangesMessage => ({
  topic: 'pool',
  from,
  to,
  changes: Array.from({ length: rows }, (_, id) => ({ kind: 'entry_removed' as const, id })),
})
const SUBSCRIBER: Subscriber = { send: () => {} }

describe('RecentChanges', () => {
  it('returns the messages after any version that it covers', () => {
    const recent = new RecentChanges()
    for (const [from, to] of [
      [3, 5],
      [5, 9],
      [9, 12],
    ] as const)
      recent.push(message(from, to), 0)
    expect(recent.since(2, 0)).toBeUndefined()
    expect(recent.since(3, 0)?.map(({ to }) => to)).toEqual([5, 9, 12])
    expect(recent.since(6, 0)?.map(({ to }) => to)).toEqual([9, 12])
    expect(recent.since(12, 0)).toBeUndefined()
    recent.clear()
    expect(recent.since(5, 0)).toBeUndefined()
  })

  it('drops messages that are too old or too large', () => {
    const recent = new RecentChanges()
    recent.push(message(1, 2), 0)
    recent.push(message(2, 3), 100_000)
    expect(recent.since(1, 119_999)).toHaveLength(2)
    expect(recent.since(1, 120_000)).toBeUndefined()
    expect(recent.since(2, 120_000)).toHaveLength(1)
    recent.push(message(3, 4, 3_999), 120_000)
    expect(recent.since(2, 120_000)).toBeUndefined()
    expect(recent.since(3, 120_000)).toHaveLength(1)
  })
})

describe('SubscriptionRegistry', () => {
  it('records events for topics with subscribers, and for a minute after the last one leaves', () => {
    const subscriptions = new SubscriptionRegistry()
    subscriptions.invalidate(4, [affected('pool', entries(1))])
    const pool = subscriptions.subscribe('pool', SUBSCRIBER, 4)
    subscriptions.invalidate(5, [affected('pool', entries(1)), affected('admin', entries(1))])
    subscriptions.invalidate(7, [affected('pool', entries(2))])
    expect(pool.pendingAt(4)).toBeUndefined()
    expect(pool.pendingAt(6)).toEqual({ to: 5, invalidations: [entries(1)] })
    expect(pool.pendingAt(9)).toEqual({ to: 7, invalidations: [entries(1), entries(2)] })
    pool.publish(message(4, 5), 0)
    expect(pool.publishedVersion).toBe(5)
    expect(pool.pendingAt(9)).toEqual({ to: 7, invalidations: [entries(2)] })
    subscriptions.unsubscribe('pool', SUBSCRIBER, 1_000)
    subscriptions.sweep(60_999)
    expect(subscriptions.subscribe('pool', SUBSCRIBER, 99)).toBe(pool)
    subscriptions.unsubscribe('pool', SUBSCRIBER, 1_000)
    subscriptions.sweep(61_000)
    expect(subscriptions.size).toBe(0)
  })

  it('delays counts of picks but no other changes', () => {
    const week = new SubscriptionRegistry().subscribe('week:1', SUBSCRIBER, 0)
    expect(week.dueMs).toBe(Infinity)
    week.publish(message(0, 0), 1_000)
    week.invalidate(1, [PICK_COUNT])
    expect(week.dueMs).toBe(1_250)
    week.invalidate(2, [entries(1)])
    expect(week.dueMs).toBe(-Infinity)
    week.publishReset(2, 2_000)
    expect(week.dueMs).toBe(Infinity)
  })

  it('replaces too many pending invalidations by a reset', () => {
    const admin = new SubscriptionRegistry().subscribe('admin', SUBSCRIBER, 0)
    for (let n = 1; n <= 5_001; n += 1) admin.invalidate(n, [entries(n)])
    expect(admin.pendingAt(6_000)).toEqual({ to: 5_001, invalidations: [{ kind: 'reset' }] })
  })
})

describe('TokenBucket', () => {
  it('allows a burst and then a steady rate', () => {
    const bucket = new TokenBucket({ burst: 2, perSecond: 1 }, 0)
    expect([0, 0, 0].map((now) => bucket.take(now))).toEqual([true, true, false])
    expect([2_500, 2_500].map((now) => bucket.take(now))).toEqual([true, false])
    for (let i = 0; i < 5; i += 1) bucket.take(2_500)
    expect([4_400, 10_000].map((now) => bucket.isFull(now))).toEqual([false, true])
    expect(bucket.take(2_500)).toBe(false)
  })
})

describe('ConnectionLimits', () => {
  it('limits connections and attempts by address, and forgets idle addresses', () => {
    let now = 0
    const limits = new ConnectionLimits({ connections: 2, connects: { burst: 5, perSecond: 1 } }, () => now)
    for (let i = 0; i < 2; i += 1) {
      expect(limits.mayConnect('a')).toBe(true)
      limits.opened('a')
    }
    expect(limits.mayConnect('a')).toBe(false)
    expect(limits.mayConnect('b')).toBe(true)
    limits.closed('a')
    expect(limits.mayConnect('a')).toBe(true)
    expect(limits.mayConnect('a')).toBe(true)
    expect(limits.mayConnect('a')).toBe(false)
    now = 60_000
    limits.sweep()
    expect(limits.mayConnect('a')).toBe(true)
    expect(new ConnectionLimits(undefined, () => 0).mayConnect('a')).toBe(true)
  })
})
