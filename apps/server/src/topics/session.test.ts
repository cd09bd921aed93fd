import { userId } from '@outlast/domain'
import { describe, expect, it } from 'vitest'
import type { Authentication } from '../accounts/tokens.ts'
import { Session } from './session.ts'

const made = (token?: string): Session => {
  const session = new Session(undefined as never, undefined as never, '10.0.0.1', undefined)
  session.token = token
  return session
}
const ANN: Authentication = { ok: true, userId: userId(2), tokenVersion: 1, isAdmin: false }
const unasked = (): Authentication => {
  throw new Error('there is no token to ask about')
}

describe('a session', () => {
  it('is a visitor’s without a token, and that is no problem', () => {
    const session = made()
    expect(session.identify(unasked)).toEqual({ viewer: { kind: 'visitor' } })
    expect(session.userId).toBeUndefined()
  })

  it('is its token’s holder, with the rights of the moment', () => {
    const session = made('t')
    expect(session.identify(() => ANN)).toEqual({ viewer: { kind: 'member', userId: 2 } })
    expect(session.userId).toBe(2)
    expect(session.identify(() => ({ ...ANN, isAdmin: true }))).toEqual({ viewer: { kind: 'admin', userId: 2 } })
  })

  it('is a visitor’s once the token does not hold, and says why', () => {
    const session = made('t')
    expect(session.identify(() => ANN)).toMatchObject({ viewer: { userId: 2 } })
    expect(session.identify(() => ({ ok: false, code: 'token_revoked' }))).toEqual({
      viewer: { kind: 'visitor' },
      problem: 'token_revoked',
    })
    expect(session.userId).toBeUndefined()
  })

  it('waits where the log has to be read first', async () => {
    const session = made('t')
    const [known, unknown] = [ANN, { ok: false, code: 'token_expired' } as const]
    expect(await session.identify(() => Promise.resolve(known))).toEqual({ viewer: { kind: 'member', userId: 2 } })
    expect(await session.identify(() => Promise.resolve(unknown))).toEqual({
      viewer: { kind: 'visitor' },
      problem: 'token_expired',
    })
  })

  it('knows which of its topics need a token', () => {
    const session = made('t')
    for (const topic of ['pool', 'week:1', 'season:2025', 'admin', 'user:2'] as const) session.topics.add(topic)
    expect(session.ownTopics).toEqual(['admin', 'user:2'])
  })
})
