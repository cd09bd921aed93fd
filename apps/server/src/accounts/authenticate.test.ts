import { emptyPool } from '@outlast/domain'
import { describe, expect, it } from 'vitest'
import { authenticator } from './authenticate.ts'
import type { Authentication, Tokens } from './tokens.ts'

const ANN: Authentication = {
  ok: true,
  userId: 1 as never,
  tokenVersion: 2,
  sessionId: 'one',
  expires: 0,
  isAdmin: false,
  powers: [],
}
const AHEAD: Authentication = { ok: false, code: 'token_revoked', ahead: true }

/** Creates an authenticator whose tokens have the result `before`, and `after` once the log was read. */
function createWith(before: Authentication, after: Authentication = before) {
  const pool = emptyPool()
  let reads = 0
  const tokens = {
    authenticate: (_token: string, givenPool: unknown) => {
      expect(givenPool).toBe(pool)
      return reads === 0 ? before : after
    },
  } as Tokens
  const authenticate = authenticator({ tokens, follower: { pool }, catchUp: async () => void (reads += 1) })
  return { authenticate, reads: () => reads }
}

describe('authenticator', () => {
  it.each([
    ANN,
    { ok: false, code: 'unauthenticated' },
    { ok: false, code: 'token_revoked' },
    { ok: false, code: 'token_expired' },
  ])('returns synchronously without reading the log: %o', (result) => {
    const { authenticate, reads } = createWith(result as Authentication)
    expect(authenticate('token')).toEqual(result)
    expect(reads()).toBe(0)
  })

  it.each([ANN, AHEAD, { ok: false, code: 'token_revoked' }])(
    'reads the log once and checks again when another process is ahead: %o',
    async (after) => {
      const { authenticate, reads } = createWith(AHEAD, after as Authentication)
      expect(await authenticate('token')).toEqual(after)
      expect(reads()).toBe(1)
    },
  )
})
