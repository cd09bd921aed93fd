import { createSecretKey, type KeyObject } from 'node:crypto'
import { type Instant, instantToMs, type PoolState, type UserId, userId } from '@outlast/domain'
import jwt from 'jsonwebtoken'
import { LruMap } from '../lib/lru-map.ts'

/** How long a login lasts, in seconds: a member signs in once a month, not on a Sunday at 12:58. */
export const LOGIN_SECONDS = 30 * 24 * 3600

const ISSUER = 'outlast'
const AUDIENCE = 'outlast-api'
const LONGEST_TOKEN = 1_000
const REMEMBERED = 10_000

/** Why a token does not hold. */
export type AuthCode = 'unauthenticated' | 'token_expired' | 'token_revoked'

export type Authentication =
  | { readonly ok: true; readonly userId: UserId; readonly tokenVersion: number; readonly isAdmin: boolean }
  /** `ahead`: it was signed by a process that has seen more of the log than this one. */
  | { readonly ok: false; readonly code: AuthCode; readonly ahead?: true }

interface Claims {
  readonly userId: UserId
  readonly tokenVersion: number
  /** Seconds since 1970. */
  readonly expires: number
}

export interface TokensOptions {
  readonly secret: string
  /** Real time. */
  readonly now: () => Instant
  readonly lifetimeSeconds?: number
}

/**
 * Bearer tokens: JWT, HS256 only, with the account and its token version. What a token may do is never in the token:
 * it is read from the pool each time, so that a password change, a deletion or a demotion holds at once.
 */
export class Tokens {
  /** A key, not a text: with that, each check would first try whether it is a public key. */
  readonly #secret: KeyObject
  readonly #now: () => Instant
  readonly #lifetime: number
  /** Signatures that were verified: they cannot become false, only outdated, which is looked at each time. */
  readonly #verified = new LruMap<string, Claims>(REMEMBERED)

  constructor({ secret, now, lifetimeSeconds = LOGIN_SECONDS }: TokensOptions) {
    this.#secret = createSecretKey(secret, 'utf8')
    this.#now = now
    this.#lifetime = lifetimeSeconds
  }

  /** A token for an account whose logins have this version. */
  sign(user: UserId, tokenVersion: number): string {
    const iat = this.#seconds()
    const claims = { sub: String(user), tv: tokenVersion, iat, exp: iat + this.#lifetime }
    return jwt.sign(claims, this.#secret, { algorithm: 'HS256', issuer: ISSUER, audience: AUDIENCE })
  }

  /** Whose token it is, and what that account may do now. */
  authenticate(token: string, pool: PoolState): Authentication {
    const claims = this.#claimsOf(token)
    if (claims === undefined) return { ok: false, code: 'unauthenticated' }
    if (claims.expires <= this.#seconds()) return { ok: false, code: 'token_expired' }
    const user = pool.users.get(claims.userId)
    if (user === undefined) {
      const ahead = claims.userId > pool.lastIds.user
      return { ok: false, code: 'token_revoked', ...(ahead ? { ahead } : {}) }
    }
    if (user.tokenVersion === claims.tokenVersion) {
      return { ok: true, userId: user.id, tokenVersion: user.tokenVersion, isAdmin: user.isAdmin }
    }
    return { ok: false, code: 'token_revoked', ...(claims.tokenVersion > user.tokenVersion ? { ahead: true } : {}) }
  }

  #claimsOf(token: string): Claims | undefined {
    if (token.length > LONGEST_TOKEN) return undefined
    const known = this.#verified.get(token)
    if (known !== undefined) return known
    const claims = this.#verify(token)
    if (claims !== undefined) this.#verified.set(token, claims)
    return claims
  }

  /** The claims of a token that we signed, expired or not: when it runs out is looked at by the caller, each time. */
  #verify(token: string): Claims | undefined {
    try {
      const payload = jwt.verify(token, this.#secret, {
        algorithms: ['HS256'],
        issuer: ISSUER,
        audience: AUDIENCE,
        ignoreExpiration: true,
        clockTimestamp: this.#seconds(),
      })
      return typeof payload === 'string' ? undefined : claimsOf(payload)
    } catch {
      // The library throws errors of its own, and the parser's for claims that are no JSON: none of them is a token of ours.
      return undefined
    }
  }

  #seconds(): number {
    return Math.floor(instantToMs(this.#now()) / 1000)
  }
}

function claimsOf({ sub, exp, tv }: jwt.JwtPayload): Claims | undefined {
  if (sub === undefined || !/^[1-9]\d{0,15}$/.test(sub)) return undefined
  if (!Number.isSafeInteger(tv) || !Number.isSafeInteger(exp)) return undefined
  return { userId: userId(Number(sub)), tokenVersion: Number(tv), expires: Number(exp) }
}
