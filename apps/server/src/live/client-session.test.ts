import { userId } from '@outlast/domain'
import { describe, expect, it } from 'vitest'
import type { Authentication } from '../accounts/tokens.ts'
import { ClientSession } from './client-session.ts'

const createSession = (token?: string) => new ClientSession(undefined as never, undefined as never, token)
const ANN: Authentication = {
  ok: true,
  userId: userId(2),
  tokenVersion: 1,
  sessionId: 'one',
  expires: 0,
  isAdmin: false,
  powers: [],
}
const neverCalled = (): Authentication => {
  throw new Error('authenticate was called without a token')
}

describe('ClientSession', () => {
  it('identifies a client without a token as a visitor', () => {
    const session = createSession()
    expect(session.identify(neverCalled)).toEqual({ viewer: { kind: 'visitor' } })
    expect(session.userId).toBeUndefined()
  })

  it('identifies the user of a token with their current rights', () => {
    const session = createSession('t')
    expect(session.identify(() => ANN)).toEqual({ viewer: { kind: 'member', userId: 2 } })
    expect(session.userId).toBe(2)
    expect(session.identify(() => ({ ...ANN, isAdmin: true }))).toEqual({ viewer: { kind: 'admin', userId: 2 } })
  })

  it('identifies a client with an invalid token as a visitor and returns the reason', () => {
    const session = createSession('t')
    expect(session.identify(() => ANN)).toMatchObject({ viewer: { userId: 2 } })
    expect(session.identify(() => ({ ok: false, code: 'token_revoked' }))).toEqual({
      viewer: { kind: 'visitor' },
      problem: 'token_revoked',
    })
    expect(session.userId).toBeUndefined()
  })

  it('returns a promise if authentication has to read the log', async () => {
    const session = createSession('t')
    const [valid, expired] = [ANN, { ok: false, code: 'token_expired' } as const]
    expect(await session.identify(() => Promise.resolve(valid))).toEqual({ viewer: { kind: 'member', userId: 2 } })
    expect(await session.identify(() => Promise.resolve(expired))).toEqual({
      viewer: { kind: 'visitor' },
      problem: 'token_expired',
    })
  })

  it('lists the subscribed topics that need a token', () => {
    const session = createSession('t')
    session.topics = ['pool', 'week:1', 'season:2025', 'admin', 'user:2']
    expect(session.privateTopics).toEqual(['admin', 'user:2'])
  })
})
