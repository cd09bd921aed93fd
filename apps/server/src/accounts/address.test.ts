import { describe, expect, it } from 'vitest'
import { addressKey } from './address.ts'
import type { LimitUse } from '../lib/limit-use.ts'
import { createWriteLimit } from '../limits/write-limit.ts'
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
  ])('returns the network of %s: %s', (ip, key) => {
    expect(addressKey(ip)).toBe(key)
  })
})

describe('createWriteLimit', () => {
  const ann = { kind: 'member', userId: userId(1) } as const
  const bob = { kind: 'member', userId: userId(2) } as const
  const visitor = { kind: 'visitor' } as const
  const admin = { kind: 'admin', userId: userId(3) } as const
  const waitsOf = (times: number, write: () => LimitUse | undefined) =>
    Array.from({ length: times }, () => write()?.waitSeconds).filter((wait) => wait !== undefined)

  it('allows a member 600 writes per minute, whatever the address', () => {
    let ms = 5_000
    const limit = createWriteLimit(() => ms)
    expect(waitsOf(600, () => limit(ann, 'a'))).toEqual([])
    ms += 20_000
    const policy = { name: 'member-writes', quota: 600, windowSeconds: 60 }
    expect(limit(ann, 'another address')).toEqual({ policy, remaining: 0, resetSeconds: 40, waitSeconds: 40 })
    expect(limit(bob, 'a')).toEqual({ policy, remaining: 599, resetSeconds: 40 })
    ms += 40_000
    expect(limit(ann, 'a')).toEqual({ policy, remaining: 599, resetSeconds: 60 })
  })

  it('counts visitors by address, and does not limit admins', () => {
    const limit = createWriteLimit(() => 0)
    expect(waitsOf(6_000, () => limit(visitor, '198.51.100.7'))).toEqual([])
    expect(limit(visitor, '::ffff:198.51.100.7')).toMatchObject({ remaining: 0, waitSeconds: 60 })
    expect(limit(visitor, '198.51.100.8')).toMatchObject({ remaining: 5_999, waitSeconds: undefined })
    expect(limit(admin, '198.51.100.7')).toBeUndefined()
  })
})
