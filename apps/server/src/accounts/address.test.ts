import { describe, expect, it } from 'vitest'
import { addressKey } from './address.ts'
import { LruMap } from '../lib/lru-map.ts'
import { createWriteLimit } from './write-limit.ts'
import { userId } from '@outlast/domain'

describe('addressKey', () => {
  it.each([
    ['198.51.100.7', '198.51.100.7'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2/64'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2/64'],
    ['2001:db8::1', '2001:db8:0:0/64'],
    ['::1', '0:0:0:0/64'],
    ['fe80::1%eth0', 'fe80:0:0:0/64'],
    ['', ''],
  ])('of %s is %s', (ip, key) => {
    expect(addressKey(ip)).toBe(key)
  })
})

describe('LruMap', () => {
  it('forgets what was used longest ago', () => {
    const map = new LruMap<string, number>(2)
    map.set('a', 1)
    map.set('b', 2)
    expect(map.get('a')).toBe(1)
    map.set('c', 3)
    expect([map.get('a'), map.get('b'), map.get('c'), map.size]).toEqual([1, undefined, 3, 2])
    map.set('a', 4)
    expect([map.get('a'), map.size]).toEqual([4, 2])
  })
})

describe('createWriteLimit', () => {
  const ann = { kind: 'member', userId: userId(1) } as const
  const bob = { kind: 'member', userId: userId(2) } as const
  const visitor = { kind: 'visitor' } as const
  const admin = { kind: 'admin', userId: userId(3) } as const
  const many = (times: number, act: () => number | undefined) =>
    Array.from({ length: times }, act).filter((wait) => wait !== undefined)

  it('lets a member write often, not without end, and again in the next minute', () => {
    let ms = 5_000
    const limit = createWriteLimit(() => ms)
    expect(many(600, () => limit(ann, 'a'))).toEqual([])
    ms += 20_000
    expect(limit(ann, 'another address')).toBe(40)
    expect(limit(bob, 'a')).toBeUndefined()
    ms += 40_000
    expect(limit(ann, 'a')).toBeUndefined()
  })

  it('counts visitors by address, and admins not at all', () => {
    const limit = createWriteLimit(() => 0)
    expect(many(6_000, () => limit(visitor, '198.51.100.7'))).toEqual([])
    expect(limit(visitor, '::ffff:198.51.100.7')).toBe(60)
    expect(limit(visitor, '198.51.100.8')).toBeUndefined()
    expect(many(10_000, () => limit(admin, '198.51.100.7'))).toEqual([])
  })
})
