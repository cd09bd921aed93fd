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
import { SessionRevocation, usersLosingAccess } from './session-revocation.ts'
import type { ClientSession } from './client-session.ts'

const NOW = '2025-09-01T00:00:00.000Z' as Instant
const at = (n: number, event: PoolEvent): RecordedEvent => ({
  ...event,
  position: position(n),
  recordedAt: NOW,
  siteTime: NOW,
  metadata: { actor: null, role: 'system' },
})
const session = (id: number | undefined) => ({ userId: id === undefined ? undefined : userId(id) }) as ClientSession

describe('SessionRevocation', () => {
  const sessions = [session(1), session(2), session(undefined), session(2)]
  const start = (isValid: (session: ClientSession) => boolean | Promise<boolean>) => {
    const ended: ClientSession[] = []
    return { ended, revocation: new SessionRevocation(new Set(sessions), isValid, (one) => ended.push(one)) }
  }

  it('ends the sessions of users who lost rights once the event is applied', () => {
    const { ended, revocation } = start(() => false)
    revocation.note(at(1, createEvent('LoginsEnded', { userId: userId(2) })), emptyPool())
    expect(ended).toEqual([])
    revocation.checkPending()
    expect(ended).toEqual([sessions[1], sessions[3]])
    revocation.checkPending()
    expect(ended).toHaveLength(2)
  })

  it('checks only the sessions of affected users, and keeps those that are still valid', () => {
    const checked: ClientSession[] = []
    const { ended, revocation } = start((one) => checked.push(one) > 0)
    const pool = emptyPool()
    for (const n of [1, 2])
      evolve(pool, at(n, createEvent('UserRegistered', { userId: userId(n), isAdmin: n === 1, origin: 'self' })))
    revocation.note(at(3, createEvent('AdminGranted', { userId: userId(1) })), pool)
    revocation.checkPending()
    expect(checked).toEqual([])
    revocation.note(at(4, createEvent('UsersAndEntriesPurged', { users: 1, entries: 0, picks: 0 })), pool)
    revocation.checkPending()
    expect(checked).toEqual([sessions[1], sessions[3]])
    expect(ended).toEqual([])
  })

  it.each([
    ['a new password', createEvent('PasswordChanged', { userId: userId(2), by: 'reset' }), [2]],
    ['a sign-out everywhere', createEvent('LoginsEnded', { userId: userId(2) }), [2]],
    ['a sign-out of a device', createEvent('SessionEnded', { userId: userId(2), sessionId: 'one' }), [2]],
    ['a deletion', createEvent('UserDeleted', { userId: userId(2) }), [2]],
    ['a demotion', createEvent('AdminRevoked', { userId: userId(2) }), [2]],
    ['a promotion', createEvent('AdminGranted', { userId: userId(2) }), []],
    ['a new e-mail address', createEvent('UserProfileChanged', { userId: userId(2), fields: ['email'] }), []],
  ] as const)('returns the users who may lose access after %s', (_, event, users) => {
    expect(usersLosingAccess(at(1, event), emptyPool())).toEqual(users)
  })

  it('returns all but the admins after a purge', () => {
    const pool = emptyPool()
    for (const n of [1, 2, 3])
      evolve(pool, at(n, createEvent('UserRegistered', { userId: userId(n), isAdmin: n === 2, origin: 'self' })))
    const purge = at(4, createEvent('UsersAndEntriesPurged', { users: 2, entries: 0, picks: 0 }))
    expect(usersLosingAccess(purge, pool)).toEqual([1, 3])
  })

  it('checks every session of a user once in fifteen sweeps', () => {
    const many = Array.from({ length: 40 }, (_, n) => session(n % 4 === 0 ? undefined : n))
    const checked: ClientSession[] = []
    const revocation = new SessionRevocation(
      new Set(many),
      (one) => checked.push(one) > 0,
      () => {},
    )
    for (let second = 0; second < 15; second += 1) revocation.sweep()
    expect(new Set(checked)).toEqual(new Set(many.filter((one) => one.userId !== undefined)))
    expect(checked).toHaveLength(30)
  })

  it('ends sessions with expired tokens within fifteen sweeps', async () => {
    const { ended, revocation } = start((one) => Promise.resolve(one !== sessions[0]))
    for (let second = 0; second < 15; second += 1) revocation.sweep()
    await Promise.resolve()
    await Promise.resolve()
    expect(ended).toEqual([sessions[0]])
  })

  it('ends sessions that it cannot check', async () => {
    const { ended, revocation } = start(() => Promise.reject(new Error('unreachable')))
    for (let second = 0; second < 15; second += 1) revocation.sweep()
    await new Promise((resolve) => setImmediate(resolve))
    expect(ended).toHaveLength(3)
  })
})
