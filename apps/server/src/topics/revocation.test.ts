import {
  emptyPool,
  evolve,
  createEvent,
  type Instant,
  type PoolEvent,
  position,
  type RecordedEvent,
  userId,
} from '@outlast/domain'
import { describe, expect, it } from 'vitest'
import { Revocation, suspectsOf } from './revocation.ts'
import type { Session } from './session.ts'

const NOW = '2025-09-01T00:00:00.000Z' as Instant
const at = (n: number, event: PoolEvent): RecordedEvent => ({
  ...event,
  position: position(n),
  recordedAt: NOW,
  siteTime: NOW,
  metadata: { actor: null, role: 'system' },
})
const session = (id: number | undefined) => ({ userId: id === undefined ? undefined : userId(id) }) as Session

describe('revocation', () => {
  const sessions = [session(1), session(2), session(undefined), session(2)]
  const watch = (isValid: (session: Session) => boolean | Promise<boolean>) => {
    const ended: Session[] = []
    return { ended, revocation: new Revocation(new Set(sessions), isValid, (one) => ended.push(one)) }
  }

  it('ends the sessions of whoever lost a right, once it is folded and not before', () => {
    const { ended, revocation } = watch(() => false)
    revocation.note(at(1, createEvent('LoginsEnded', { userId: userId(2) })), emptyPool())
    expect(ended).toEqual([])
    revocation.advanced()
    expect(ended).toEqual([sessions[1], sessions[3]])
    revocation.advanced()
    expect(ended).toHaveLength(2)
  })

  it('looks at those alone whom an event may concern, and leaves them who still may', () => {
    const looked: Session[] = []
    const { ended, revocation } = watch((one) => looked.push(one) > 0)
    const pool = emptyPool()
    for (const n of [1, 2])
      evolve(pool, at(n, createEvent('UserRegistered', { userId: userId(n), isAdmin: n === 1, origin: 'self' })))
    revocation.note(at(3, createEvent('AdminGranted', { userId: userId(1) })), pool)
    revocation.advanced()
    expect(looked).toEqual([])
    revocation.note(at(4, createEvent('UsersAndEntriesPurged', { users: 1, entries: 0, picks: 0 })), pool)
    revocation.advanced()
    expect(looked).toEqual([sessions[1], sessions[3]])
    expect(ended).toEqual([])
  })

  it.each([
    ['a new password', createEvent('PasswordChanged', { userId: userId(2), by: 'reset' }), [2]],
    ['a sign-out everywhere', createEvent('LoginsEnded', { userId: userId(2) }), [2]],
    ['a deletion', createEvent('UserDeleted', { userId: userId(2) }), [2]],
    ['a demotion', createEvent('AdminRevoked', { userId: userId(2) }), [2]],
    ['a promotion', createEvent('AdminGranted', { userId: userId(2) }), []],
    ['another address', createEvent('UserProfileChanged', { userId: userId(2), fields: ['email'] }), []],
  ] as const)('suspects after %s', (_what, event, suspects) => {
    expect(suspectsOf(at(1, event), emptyPool())).toEqual(suspects)
  })

  it('looks at every session once in fifteen looks, and at no visitor’s', () => {
    const many = Array.from({ length: 40 }, (_, n) => session(n % 4 === 0 ? undefined : n))
    const looked: Session[] = []
    const revocation = new Revocation(
      new Set(many),
      (one) => looked.push(one) > 0,
      () => {},
    )
    for (let second = 0; second < 15; second += 1) revocation.sweep()
    expect(new Set(looked)).toEqual(new Set(many.filter((one) => one.userId !== undefined)))
    expect(looked).toHaveLength(30)
  })

  it('finds tokens that ran out within fifteen looks', async () => {
    const { ended, revocation } = watch((one) => Promise.resolve(one !== sessions[0]))
    for (let second = 0; second < 15; second += 1) revocation.sweep()
    await Promise.resolve()
    await Promise.resolve()
    expect(ended).toEqual([sessions[0]])
  })

  it('ends a session that cannot be looked at', async () => {
    const { ended, revocation } = watch(() => Promise.reject(new Error('away')))
    for (let second = 0; second < 15; second += 1) revocation.sweep()
    await new Promise((resolve) => setImmediate(resolve))
    expect(ended).toHaveLength(3)
  })
})
