import { emptyPool, type Instant, instantFromMs, type PoolState, position, type User, type UserId, userId } from '@outlast/domain'
import jwt from 'jsonwebtoken'
import { beforeEach, describe, expect, it } from 'vitest'
import { LOGIN_SECONDS, Tokens } from './tokens.ts'

const SECRET = 'a secret of more than thirty-two bytes'
const START = Date.parse('2025-09-07T15:00:00.000Z')
const ANN = userId(1)
const SESSION = '0f8fad5b-d9cb-469f-a165-70867728950e'

let nowMs = START
let pool: PoolState
const now = (): Instant => instantFromMs(nowMs)
let tokens: Tokens

beforeEach(() => {
  nowMs = START
  pool = emptyPool()
  pool.lastIds.user = 5
  setUser(false, 1)
  tokens = new Tokens({ secret: SECRET, now })
})

function setUser(isAdmin: boolean, tokenVersion: number): void {
  pool.users.set(ANN, userWith(ANN, isAdmin, tokenVersion))
}

const userWith = (id: UserId, isAdmin = false, tokenVersion = 1, loginsSince = instantFromMs(START)): User => ({
  id,
  isAdmin,
  createdAt: instantFromMs(START),
  tokenVersion,
  loginsSince,
  passwordChosenByAdmin: false,
  isWaiting: false,
  formerNamePositions: [],
})

const signed = (claims: object, secret: string = SECRET, options: jwt.SignOptions = {}) =>
  jwt.sign({ sub: '1', tv: 1, iat: START / 1000, exp: START / 1000 + 60, ...claims }, secret, {
    algorithm: 'HS256',
    issuer: 'outlast',
    audience: 'outlast-api',
    ...options,
  })

describe('Tokens', () => {
  it('returns the account and its current permissions', () => {
    const token = tokens.sign(ANN, 1)
    expect(tokens.authenticate(token, pool)).toMatchObject({ ok: true, userId: 1, tokenVersion: 1, isAdmin: false })
    setUser(true, 1)
    expect(tokens.authenticate(token, pool)).toMatchObject({ ok: true, isAdmin: true })
    setUser(false, 1)
    expect(tokens.authenticate(token, pool)).toMatchObject({ ok: true, isAdmin: false })
  })

  it('contains only the account, its token version and the session', () => {
    expect(Object.keys(jwt.decode(tokens.sign(ANN, 1)) as object).sort()).toEqual([
      'aud',
      'exp',
      'iat',
      'iss',
      'sid',
      'sub',
      'tv',
    ])
  })

  it('rejects a token after a change of the token version or the deletion of the account, cached or not', () => {
    const token = tokens.sign(ANN, 1)
    expect(tokens.authenticate(token, pool).ok).toBe(true)
    setUser(false, 2)
    expect(tokens.authenticate(token, pool)).toEqual({ ok: false, code: 'token_revoked' })
    pool.users.delete(ANN)
    expect(tokens.authenticate(token, pool)).toEqual({ ok: false, code: 'token_revoked' })
  })

  it('rejects the token of a session that has ended, cached or not, and no other one', () => {
    const [phone, laptop] = [tokens.sign(ANN, 1), tokens.sign(ANN, 1)]
    const sessionId = (tokens.authenticate(phone, pool) as { readonly sessionId: string }).sessionId
    const user = pool.users.get(ANN)!
    pool.users.set(ANN, { ...user, endedSessions: [{ id: sessionId, at: now() }] })
    expect(tokens.authenticate(phone, pool)).toEqual({ ok: false, code: 'token_revoked' })
    expect(new Tokens({ secret: SECRET, now }).authenticate(phone, pool)).toEqual({ ok: false, code: 'token_revoked' })
    expect(tokens.authenticate(laptop, pool)).toMatchObject({ ok: true })
  })

  it('accepts tokens from before tokens named a session, and gives each its own', () => {
    const [one, two] = [signed({}), signed({ exp: START / 1000 + 61 })]
    const first = tokens.authenticate(one, pool)
    expect(first).toMatchObject({ ok: true, sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string })
    expect(new Tokens({ secret: SECRET, now }).authenticate(one, pool)).toEqual(first)
    expect(tokens.authenticate(two, pool)).not.toMatchObject({ sessionId: (first as { sessionId: string }).sessionId })
  })

  it('rejects an expired token by the given clock, cached or not', () => {
    const token = tokens.sign(ANN, 1)
    nowMs = START + LOGIN_SECONDS * 1000 - 1
    expect(tokens.authenticate(token, pool).ok).toBe(true)
    nowMs += 1
    expect(tokens.authenticate(token, pool)).toEqual({ ok: false, code: 'token_expired' })
    expect(new Tokens({ secret: SECRET, now }).authenticate(token, pool)).toEqual({ ok: false, code: 'token_expired' })
  })

  it('rejects a token of an account that was lost with a crash, after a restored pool gave its id to somebody else', () => {
    const lost = tokens.sign(ANN, 1)
    nowMs += 60_000
    pool.users.set(ANN, userWith(ANN, false, 1, now()))
    expect(tokens.authenticate(lost, pool)).toEqual({ ok: false, code: 'token_revoked' })
    expect(tokens.authenticate(tokens.sign(ANN, 1), pool)).toMatchObject({ ok: true })
  })

  it('accepts a token of a process whose clock is behind the one that recorded the account', () => {
    const token = tokens.sign(ANN, 1)
    pool.users.set(ANN, userWith(ANN, false, 1, instantFromMs(START + 10_999)))
    expect(tokens.authenticate(token, pool)).toMatchObject({ ok: true })
    const since = instantFromMs(START + 3_600_000)
    pool.users.set(ANN, userWith(ANN, false, 1, since))
    expect(tokens.authenticate(token, pool)).toMatchObject({ ok: false })
    expect(tokens.authenticate(tokens.sign(ANN, 1, SESSION, now(), since), pool)).toMatchObject({ ok: true })
  })

  it('returns no `ahead` for a deleted account', () => {
    expect(tokens.authenticate(tokens.sign(userId(5), 1), pool)).toEqual({ ok: false, code: 'token_revoked' })
  })

  it('returns `ahead` when another process has read more of the log', () => {
    expect(tokens.authenticate(tokens.sign(userId(6), 1), pool)).toEqual({ ok: false, code: 'token_revoked', ahead: true })
    expect(tokens.authenticate(tokens.sign(ANN, 2), pool)).toEqual({ ok: false, code: 'token_revoked', ahead: true })
  })

  it.each([
    ['another secret', () => signed({}, 'another secret of thirty-two bytes !!')],
    ['no algorithm', () => signed({}, '', { algorithm: 'none' })],
    ['a stronger algorithm that is not allowed', () => signed({}, SECRET, { algorithm: 'HS512' })],
    ['another issuer', () => signed({}, SECRET, { issuer: 'somebody' })],
    ['another audience', () => signed({}, SECRET, { audience: 'something' })],
    ['a subject that is not an id', () => signed({ sub: 'ann' })],
    ['a subject with a letter before the id', () => signed({ sub: 'x1' })],
    ['a subject with text after the id', () => signed({ sub: '1 or 2' })],
    ['a string instead of claims', () => jwt.sign('1', SECRET, { algorithm: 'HS256' })],
    ['a signed token that is too long', () => signed({ more: 'x'.repeat(1_000) })],
    ['a token version that is not a number', () => signed({ tv: '1' })],
    ['a session id that is not a UUID', () => signed({ sid: 'one' })],
    ['a session id with text before the UUID', () => signed({ sid: `x${SESSION}` })],
    ['a session id with text after the UUID', () => signed({ sid: `${SESSION}x` })],
    ['a list of session ids', () => signed({ sid: [SESSION] })],
    ['no time of issue', () => signed({}, SECRET, { noTimestamp: true })],
    ['no expiry', () => jwt.sign({ sub: '1', tv: 1 }, SECRET, { issuer: 'outlast', audience: 'outlast-api' })],
    ['a truncated signature', () => signed({}).slice(0, -2)],
    ['another payload under the same signature', () => forged()],
    ['an empty string', () => ''],
    ['noise', () => 'a.b.c'],
    ['claims that are not JSON', () => `${signed({}).split('.')[0]}.${Buffer.from('not JSON').toString('base64url')}.x`],
    ['a very long text', () => 'x'.repeat(100_000)],
  ])('rejects %s', (_, make) => {
    expect(tokens.authenticate(make(), pool)).toEqual({ ok: false, code: 'unauthenticated' })
  })

  it('signs tokens that are valid for thirty days', () => {
    expect(jwt.decode(tokens.sign(ANN, 1))).toMatchObject({ iat: START / 1000, exp: START / 1000 + 30 * 86_400 })
  })

  it('accepts ids of any length', () => {
    const many = userId(1_234_567)
    pool.users.set(many, userWith(many))
    expect(tokens.authenticate(tokens.sign(many, 1), pool)).toMatchObject({ ok: true, userId: many })
  })

  it('accepts tokens built like the rejected ones above, of up to a thousand characters', () => {
    expect(tokens.authenticate(signed({}), pool).ok).toBe(true)
    expect(tokens.authenticate(signed({ sid: SESSION }), pool)).toMatchObject({ ok: true, sessionId: SESSION })
    const long = Array.from({ length: 800 }, (_, n) => signed({ more: 'x'.repeat(n) })).find(({ length }) => length === 1_000)
    expect(tokens.authenticate(long!, pool).ok).toBe(true)
  })

  it('returns the seal of the account, for as long as it lasts', () => {
    const token = tokens.sign(ANN, 1)
    expect(tokens.authenticate(token, pool)).toMatchObject({ seal: undefined })
    const seal = { before: position(7), since: now(), until: instantFromMs(START + 1) }
    pool.seals.set(ANN, seal)
    expect(tokens.authenticate(token, pool)).toMatchObject({ ok: true, seal })
    pool.seals.delete(ANN)
    expect(tokens.authenticate(token, pool)).toMatchObject({ ok: true, seal: undefined })
  })
})

function forged(): string {
  const [head, , signature] = signed({}).split('.')
  const payload = Buffer.from(JSON.stringify({ sub: '2', tv: 1, exp: START / 1000 + 60, iss: 'outlast', aud: 'outlast-api' }))
  return `${head}.${payload.toString('base64url')}.${signature}`
}
