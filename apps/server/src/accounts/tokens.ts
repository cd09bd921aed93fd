import { createHash, createSecretKey, type KeyObject, randomUUID } from 'node:crypto'
import {
  type Instant,
  instantFromMs,
  instantToMs,
  isSessionEnded,
  type PoolState,
  type Program,
  type Power,
  powersOf,
  type Seal,
  type UserId,
  userId,
} from '@outlast/domain'
import jwt from 'jsonwebtoken'
import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import { authenticateProgram, parseProgramToken } from './program-tokens.ts'

/** How long a token is valid, in seconds: long, so that members do not have to sign in right before a lock. */
export const LOGIN_SECONDS = 30 * 24 * 3600

const ISSUER = 'outlast'
const AUDIENCE = 'outlast-api'
const MAX_TOKEN_LENGTH = 1_000
const MAX_VERIFIED = 10_000
/** How much earlier a token may have been issued than its account's logins began, in seconds: processes estimate the database's time. */
const CLOCK_TOLERANCE_SECONDS = 10

/** What a token contains. Tokens from before tokens named a session have no `sid`. */
const PAYLOAD = z.object({
  sub: z.string().regex(/^[1-9]\d{0,15}$/),
  tv: z.int(),
  sid: z
    .string()
    .regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    .optional(),
  iat: z.int(),
  exp: z.int(),
})

/** Why a token is rejected. */
export type AuthCode = 'unauthenticated' | 'token_expired' | 'token_revoked' | 'token_ended' | 'scope_missing'

/** A valid token. */
export type Login = Extract<Authentication, { ok: true }>

export type Authentication =
  | {
      readonly ok: true
      readonly userId: UserId
      readonly tokenVersion: number
      /** The login: a UUID. Undefined for a program. */
      readonly sessionId?: string | undefined
      /** Given for a token for programs. */
      readonly program?: Program | undefined
      /** When the token expires, in seconds since 1970. */
      readonly expires: number
      readonly isAdmin: boolean
      /** What the account may do for the club. */
      readonly powers: readonly Power[]
      /** The seal of the account's picks that applies to this login. */
      readonly seal?: Seal | undefined
    }
  /** `ahead`: the process that signed the token has read more of the log than this one. */
  | { readonly ok: false; readonly code: AuthCode; readonly ahead?: true }

interface Claims {
  readonly userId: UserId
  readonly tokenVersion: number
  readonly sessionId: string
  /** If the account's logins began at this time or later, the token is older than they are. */
  readonly tooOldFrom: Instant
  /** Seconds since 1970. */
  readonly expires: number
}

interface TokensOptions {
  readonly secret: string
  /** The database's time. */
  readonly now: () => Instant
  readonly lifetimeSeconds?: number
}

/**
 * Signs and verifies bearer tokens: JWTs (HS256 only) with the user id, the token version and the session id. Permissions are not in the
 * token but read from the pool each time, so that a password change, a deletion or a demotion takes effect at once.
 */
export class Tokens {
  /** A key object, because for a string the library first tries to parse a public key at every check. */
  readonly #secret: KeyObject
  readonly #now: () => Instant
  readonly #lifetime: number
  /** Verified signatures. They stay valid; the expiry is checked each time. */
  readonly #verified = new LRUCache<string, Claims>({ max: MAX_VERIFIED, memoMethod: (token) => this.#verify(token) })

  constructor({ secret, now, lifetimeSeconds = LOGIN_SECONDS }: TokensOptions) {
    this.#secret = createSecretKey(Buffer.from(secret))
    this.#now = now
    this.#lifetime = lifetimeSeconds
  }

  /**
   * Signs a token for an account with the given token version; by default for a new login, from now on. The same login and time give the
   * same token.
   * @param notBefore when the account's logins began, in case this process estimates an earlier time
   */
  sign(
    user: UserId,
    tokenVersion: number,
    sessionId: string = randomUUID(),
    from: Instant = this.#now(),
    notBefore: Instant = from,
  ): string {
    const iat = secondsOf(from > notBefore ? from : notBefore)
    const claims = { sub: String(user), tv: tokenVersion, sid: sessionId, iat, exp: iat + this.#lifetime }
    return jwt.sign(claims, this.#secret, { algorithm: 'HS256', issuer: ISSUER, audience: AUDIENCE })
  }

  /** Returns whose token it is, and the current permissions of that account. */
  authenticate(token: string, pool: PoolState): Authentication {
    const programToken = parseProgramToken(token)
    if (programToken !== undefined) return authenticateProgram(programToken, pool, this.#now())
    const claims = this.#claimsOf(token)
    if (claims === undefined) return { ok: false, code: 'unauthenticated' }
    if (claims.expires <= this.#seconds()) return { ok: false, code: 'token_expired' }
    const user = pool.users.get(claims.userId)
    const isAhead = user === undefined ? claims.userId > pool.lastIds.user : claims.tokenVersion > user.tokenVersion
    if (isAhead) return { ok: false, code: 'token_revoked', ahead: true }
    if (user?.tokenVersion !== claims.tokenVersion || isSessionEnded(user, claims.sessionId))
      return { ok: false, code: 'token_revoked' }
    const { tooOldFrom, ...login } = claims
    // After the restore of an older backup, ids and token versions are given out again, and tokens of the lost ones are still signed.
    if (user.loginsSince >= tooOldFrom) return { ok: false, code: 'token_revoked' }
    return { ok: true, ...login, isAdmin: user.isAdmin, powers: powersOf(user), seal: pool.seals.get(user.id) }
  }

  #claimsOf(token: string): Claims | undefined {
    if (token.length > MAX_TOKEN_LENGTH) return undefined
    try {
      return this.#verified.memo(token)
    } catch {
      // The library throws several kinds of errors, such as a SyntaxError for claims that are not JSON. All mean: not our token.
      return undefined
    }
  }

  /** Returns the claims of a token that we signed, even if it has expired: the caller checks that each time. Throws for any other. */
  #verify(token: string): Claims {
    const payload = jwt.verify(token, this.#secret, {
      algorithms: ['HS256'],
      issuer: ISSUER,
      audience: AUDIENCE,
      ignoreExpiration: true,
      clockTimestamp: this.#seconds(),
    })
    const { sub, tv, sid, iat, exp } = PAYLOAD.parse(payload)
    // The token was issued within the second of `iat`.
    const tooOldFrom = instantFromMs((iat + 1 + CLOCK_TOLERANCE_SECONDS) * 1000)
    return { userId: userId(Number(sub)), tokenVersion: tv, sessionId: sid ?? sessionIdOf(token), tooOldFrom, expires: exp }
  }

  #seconds(): number {
    return secondsOf(this.#now())
  }
}

function secondsOf(instant: Instant): number {
  return Math.floor(instantToMs(instant) / 1000)
}

/** Derives the session id of a token from before tokens had one, so that its device can be listed and signed out too. */
function sessionIdOf(token: string): string {
  const hex = createHash('sha256').update(token).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}
