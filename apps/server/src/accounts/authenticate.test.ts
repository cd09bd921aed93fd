import { emptyPool } from '@outlast/domain'
import { describe, expect, it } from 'vitest'
import { authenticator } from './authenticate.ts'
import type { Authentication, Tokens } from './tokens.ts'

const ANN: Authentication = { ok: true, userId: 1 as never, tokenVersion: 2, isAdmin: false }
const AHEAD: Authentication = { ok: false, code: 'token_revoked', ahead: true }

/** Tokens are taken for what `found` says, which may change once the log was read. */
function start(found: Authentication, afterwards: Authentication = found) {
  const pool = emptyPool()
  let reads = 0
  const tokens = {
    authenticate: (_token: string, asked: unknown) => {
      expect(asked).toBe(pool)
      return reads === 0 ? found : afterwards
    },
  } as unknown as Tokens
  const authenticate = authenticator({ tokens, follower: { pool }, catchUp: async () => void (reads += 1) })
  return { authenticate, reads: () => reads }
}

describe('whose a token is', () => {
  it.each([
    ANN,
    { ok: false, code: 'unauthenticated' },
    { ok: false, code: 'token_revoked' },
    { ok: false, code: 'token_expired' },
  ])('is said at once, without a look at the log: %o', (found) => {
    const { authenticate, reads } = start(found as Authentication)
    expect(authenticate('token')).toEqual(found)
    expect(reads()).toBe(0)
  })

  it.each([ANN, AHEAD, { ok: false, code: 'token_revoked' }])(
    'is looked up again, once, when another process may know more: %o',
    async (afterwards) => {
      const { authenticate, reads } = start(AHEAD, afterwards as Authentication)
      expect(await authenticate('token')).toEqual(afterwards)
      expect(reads()).toBe(1)
    },
  )
})
