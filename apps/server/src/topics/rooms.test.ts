import type { ChangesMessage } from '@outlast/contract/live/wire'
import { describe, expect, it } from 'vitest'
import { concern, entries, PICK_COUNT } from './concerns.ts'
import { Ring } from './ring.ts'
import { Rooms } from './rooms.ts'
import { Addresses } from './addresses.ts'
import { TokenBucket } from './token-bucket.ts'

const message = (from: number, to: number, rows = 1): ChangesMessage => ({
  topic: 'pool',
  from,
  to,
  changes: Array.from({ length: rows }, (_, id) => ({ kind: 'entry_removed' as const, id })),
})

describe('a ring of messages', () => {
  it('leads on from any version in its reach, and from no other', () => {
    const ring = new Ring()
    for (const [from, to] of [
      [3, 5],
      [5, 9],
      [9, 12],
    ] as const)
      ring.push(message(from, to), 0)
    expect(ring.since(2, 0)).toBeUndefined()
    expect(ring.since(3, 0)?.map(({ to }) => to)).toEqual([5, 9, 12])
    expect(ring.since(6, 0)?.map(({ to }) => to)).toEqual([9, 12])
    expect(ring.since(12, 0)).toBeUndefined()
    ring.clear()
    expect(ring.since(5, 0)).toBeUndefined()
  })

  it('keeps what is young and small enough', () => {
    const ring = new Ring()
    ring.push(message(1, 2), 0)
    ring.push(message(2, 3), 100_000)
    expect(ring.since(1, 119_999)).toHaveLength(2)
    expect(ring.since(1, 120_000)).toBeUndefined()
    expect(ring.since(2, 120_000)).toHaveLength(1)
    ring.push(message(3, 4, 3_999), 120_000)
    expect(ring.since(2, 120_000)).toBeUndefined()
    expect(ring.since(3, 120_000)).toHaveLength(1)
  })
})

describe('rooms', () => {
  it('note what concerns them while they are watched, and for a minute after', () => {
    const rooms = new Rooms()
    rooms.note(4, [concern('pool', entries(1))])
    const room = rooms.enter('pool', 4)
    rooms.note(5, [concern('pool', entries(1)), concern('admin', entries(1))])
    rooms.note(7, [concern('pool', entries(2))])
    expect(room.pendingAt(4)).toBeUndefined()
    expect(room.pendingAt(6)).toEqual({ to: 5, touches: [entries(1)] })
    expect(room.pendingAt(9)).toEqual({ to: 7, touches: [entries(1), entries(2)] })
    room.sent(5, 0)
    expect(room.emitted).toBe(5)
    expect(room.pendingAt(9)).toEqual({ to: 7, touches: [entries(2)] })
    rooms.leave('pool', 1_000)
    rooms.sweep(60_999)
    expect(rooms.enter('pool', 99)).toBe(room)
    rooms.leave('pool', 1_000)
    rooms.sweep(61_000)
    expect(rooms.size).toBe(0)
  })

  it('let counts of picks wait, and nothing else', () => {
    const room = new Rooms().enter('week:1', 0)
    expect(room.dueMs).toBe(Infinity)
    room.sent(0, 1_000)
    room.note(1, [PICK_COUNT])
    expect(room.dueMs).toBe(1_250)
    room.note(2, [entries(1)])
    expect(room.dueMs).toBe(-Infinity)
    room.sent(2, 2_000)
    expect(room.dueMs).toBe(Infinity)
  })

  it('give up remembering when too much piles up', () => {
    const room = new Rooms().enter('admin', 0)
    for (let n = 1; n <= 5_001; n += 1) room.note(n, [entries(n)])
    expect(room.pendingAt(6_000)).toEqual({ to: 5_001, touches: [{ what: 'reset' }] })
  })
})

describe('limits', () => {
  it('allow a burst, then so many a second', () => {
    const bucket = new TokenBucket({ burst: 2, perSecond: 1 }, 0)
    expect([0, 0, 0].map((now) => bucket.take(now))).toEqual([true, true, false])
    expect(bucket.isEmpty).toBe(true)
    expect([2_500, 2_500].map((now) => bucket.take(now))).toEqual([true, false])
    for (let i = 0; i < 5; i += 1) bucket.take(2_500)
    expect(bucket.isExhausted).toBe(true)
    expect(bucket.isFull(10_000)).toBe(true)
  })

  it('count connections by address, and forget who is gone', () => {
    let now = 0
    const addresses = new Addresses({ connections: 2, connects: { burst: 5, perSecond: 1 } }, () => now)
    for (let i = 0; i < 2; i += 1) {
      expect(addresses.mayConnect('a')).toBe(true)
      addresses.opened('a')
    }
    expect(addresses.mayConnect('a')).toBe(false)
    expect(addresses.mayConnect('b')).toBe(true)
    addresses.closed('a')
    expect(addresses.mayConnect('a')).toBe(true)
    expect(addresses.mayConnect('a')).toBe(true)
    expect(addresses.mayConnect('a')).toBe(false)
    now = 60_000
    addresses.sweep()
    expect(addresses.mayConnect('a')).toBe(true)
    expect(new Addresses(undefined, () => 0).mayConnect('a')).toBe(true)
  })
})
