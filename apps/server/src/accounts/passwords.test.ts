import bcrypt from 'bcryptjs'
import { afterAll, describe, expect, it } from 'vitest'
import { Overloaded } from '../lib/errors.ts'
import { compareTask, dummyHash, Passwords } from './passwords.ts'

const IP = '192.0.2.1'
const passwords = new Passwords({ cost: 4, rejectCommon: true, threads: 1 })
afterAll(() => passwords.close())

describe('Passwords', () => {
  it('verifies a password against its hash', async () => {
    const hash = await passwords.hash('correct horse', IP)
    expect(hash).toMatch(/^\$2b\$04\$/)
    expect(await passwords.verify('correct horse', hash, IP)).toBe(true)
    expect(await passwords.verify('Correct horse', hash, IP)).toBe(false)
  })

  it('rejects passwords of more than 72 bytes instead of truncating them', async () => {
    const longest = 'ü'.repeat(36)
    const hash = await passwords.hash(longest, IP)
    expect(await passwords.verify(longest, hash, IP)).toBe(true)
    expect(await passwords.verify(`${longest}x`, hash, IP)).toBe(false)
    await expect(passwords.hash(`${longest}x`, IP)).rejects.toThrow(RangeError)
  })

  it('returns false without a hash, after as long as a full comparison takes', async () => {
    for (const hash of [null, undefined]) expect(await passwords.verify('anything at all', hash, IP)).toBe(false)
    for (const hash of [null, undefined])
      expect(compareTask('x', hash, 12)).toEqual({ kind: 'compare', password: 'x', hash: dummyHash(12) })
    // bcrypt returns at once for a malformed hash.
    expect(dummyHash(12)).toHaveLength(60)
    expect(bcrypt.getRounds(dummyHash(12))).toBe(12)
    expect(bcrypt.hashSync('x', dummyHash(4).slice(0, 29)).slice(0, 29)).toBe(dummyHash(4).slice(0, 29))
    const busy = new Passwords({ cost: 4, rejectCommon: false, threads: 1, maxWaitingPerAddress: 1 })
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => busy.verify('of nobody', null, IP)))
    expect(results.some((result) => result.status === 'rejected')).toBe(true)
    await busy.close()
  })

  it('rejects tasks at once when the queue is full, and finishes the queued ones', async () => {
    const busy = new Passwords({ cost: 4, rejectCommon: false, threads: 1, maxWaitingPerAddress: 2 })
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => busy.hash('password of many', IP)))
    const rejections = results.filter((result) => result.status === 'rejected').map((result) => result.reason as unknown)
    expect(rejections.length).toBeGreaterThan(10)
    expect(rejections.every((reason) => reason instanceof Overloaded)).toBe(true)
    expect(results.length - rejections.length).toBeGreaterThanOrEqual(2)
    await busy.close()
  })

  it('verifies one password of another address while many of one address wait', async () => {
    const busy = new Passwords({ cost: 4, rejectCommon: false, threads: 1 })
    const ended: string[] = []
    const verify = (ip: string) => busy.verify('x', null, ip).then(() => ended.push(ip))
    const crowd = Array.from({ length: 14 }, (_, n) => verify(`2001:db8::${n + 1}`))
    await Promise.all([...crowd, verify('2001:db8:0:1::1'), verify('192.0.2.7')])
    await busy.close()
    expect(ended.slice(0, 5)).toEqual(expect.arrayContaining(['2001:db8:0:1::1', '192.0.2.7']))
  })

  it('does not block the event loop', async () => {
    const slow = new Passwords({ cost: 12, rejectCommon: false, threads: 1 })
    let turns = 0
    const hashing = slow.hash('takes a good while', IP).finally(() => clearInterval(ticking))
    const ticking = setInterval(() => (turns += 1), 1)
    await hashing
    await slow.close()
    expect(turns).toBeGreaterThan(10)
  })

  it('isTooCommon: finds common passwords in any case, in production only', async () => {
    for (const common of ['password1', 'Password1', 'qwertyuiop', '1234567890'])
      expect(await passwords.isTooCommon(common)).toBe(true)
    expect(await passwords.isTooCommon('violet-stapler-42')).toBe(false)
    const lenient = new Passwords({ cost: 4, rejectCommon: false })
    expect(await lenient.isTooCommon('password1')).toBe(false)
    await lenient.close()
  })
})
