import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { HttpError } from '../lib/http-error.ts'
import { addressKey } from './address.ts'

/** How many attempts in how many seconds. Documented in docs/configuration.md. */
const RULES = {
  /** Guessing one account's password from one place. */
  loginAccount: { points: 10, duration: 900 },
  /** Guessing anybody's from one place; high, because a whole club may be behind one address. */
  loginAddress: { points: 300, duration: 900 },
  register: { points: 200, duration: 3600 },
  resetAccount: { points: 5, duration: 3600 },
  resetAddress: { points: 60, duration: 3600 },
  resetSubmit: { points: 60, duration: 900 },
  /** Guessing the current password with somebody's token. */
  currentPassword: { points: 10, duration: 900 },
} as const

type Rule = keyof typeof RULES
const TABLE = 'rate_limits'

export interface RateLimitsOptions {
  /** Where attempts of all processes are counted. */
  readonly pool: pg.Pool
  /** Under which addresses and accounts are hashed: the table holds nothing personal. */
  readonly secret: string
  /** `RATE_LIMITS`. */
  readonly enabled: boolean
}

/**
 * Limits on attempts, for all processes together. While the database is away each process counts for itself. Every method
 * throws a HttpError (429, with `Retry-After`) when there were too many.
 */
export class RateLimits {
  readonly #limiters: Readonly<Record<Rule, RateLimiterPostgres>> | undefined
  readonly #secret: string

  constructor({ pool, secret, enabled }: RateLimitsOptions) {
    this.#secret = secret
    this.#limiters = enabled ? limitersOn(pool) : undefined
  }

  /**
   * Lets a sign-in be tried. It is counted before it runs, so that many at once cannot slip through together, and taken
   * off again unless the password was wrong: a club that signs in from one address, or a busy server, locks nobody out.
   * @param attempt whether the password was right
   */
  async login(accountKey: string, ip: string, attempt: () => Promise<boolean>): Promise<boolean> {
    const address = this.#key(addressKey(ip))
    await this.#consume('loginAddress', address)
    try {
      const isRight = await this.#guess('loginAccount', this.#loginKey(accountKey, ip), attempt)
      if (isRight) await this.#uncount('loginAddress', address)
      return isRight
    } catch (error) {
      // Who is refused learned nothing about any password, and takes nothing from the others at that address.
      await this.#uncount('loginAddress', address)
      throw error
    }
  }

  /** Lets the current password be checked; counted as sign-ins are. */
  currentPassword(userId: number, attempt: () => Promise<boolean>): Promise<boolean> {
    return this.#guess('currentPassword', this.#key(`user ${userId}`), attempt)
  }

  /** Counts a guess; a right one wipes the slate, and one that came to nothing is taken off again. */
  async #guess(rule: Rule, key: string, attempt: () => Promise<boolean>): Promise<boolean> {
    await this.#consume(rule, key)
    try {
      const isRight = await attempt()
      if (isRight) await this.#forget(rule, key)
      return isRight
    } catch (error) {
      await this.#uncount(rule, key)
      throw error
    }
  }

  /** After a new password was set by a link: whoever holds it need not wait for earlier failures to be forgotten. */
  async forgetLogins(accountKey: string, ip: string): Promise<void> {
    await this.#forget('loginAccount', this.#loginKey(accountKey, ip))
  }

  async register(ip: string): Promise<void> {
    await this.#consume('register', this.#key(addressKey(ip)))
  }

  /** Whether or not the account exists. */
  async resetRequest(accountKey: string, ip: string): Promise<void> {
    await this.#consume('resetAddress', this.#key(addressKey(ip)))
    await this.#consume('resetAccount', this.#key(accountKey))
  }

  async resetSubmit(ip: string): Promise<void> {
    await this.#consume('resetSubmit', this.#key(addressKey(ip)))
  }

  #loginKey(accountKey: string, ip: string): string {
    return this.#key(`${addressKey(ip)} ${accountKey}`)
  }

  #key(text: string): string {
    return createHmac('sha256', this.#secret).update(`limits:${text}`).digest('base64url').slice(0, 27)
  }

  async #consume(rule: Rule, key: string): Promise<void> {
    try {
      await this.#limiters?.[rule].consume(key)
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      throw new HttpError('rate_limited', { retryAfter: error.msBeforeNext / 1000 })
    }
  }

  async #uncount(rule: Rule, key: string): Promise<void> {
    await this.#limiters?.[rule].reward(key)
  }

  async #forget(rule: Rule, key: string): Promise<void> {
    await this.#limiters?.[rule].delete(key)
  }
}

function limitersOn(pool: pg.Pool): Readonly<Record<Rule, RateLimiterPostgres>> {
  const make = (rule: Rule, cleans: boolean): RateLimiterPostgres => {
    const options = { ...RULES[rule], keyPrefix: rule }
    return new RateLimiterPostgres({
      ...options,
      storeClient: pool,
      storeType: 'pool',
      tableName: TABLE,
      tableCreated: true,
      // One of them removes for all what has run out, every five minutes.
      clearExpiredByTimeout: cleans,
      insuranceLimiter: new RateLimiterMemory(options),
    })
  }
  return {
    loginAccount: make('loginAccount', true),
    loginAddress: make('loginAddress', false),
    register: make('register', false),
    resetAccount: make('resetAccount', false),
    resetAddress: make('resetAddress', false),
    resetSubmit: make('resetSubmit', false),
    currentPassword: make('currentPassword', false),
  }
}
