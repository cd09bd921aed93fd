import { createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { RuleViolation, type ViolationCode } from '@outlast/domain'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { HttpError, rateLimited } from '../lib/http-error.ts'
import { addressKey } from '../accounts/address.ts'
import type { LimitPolicy } from '../lib/limit-use.ts'

/** Allowed attempts (`points`) per `duration` in seconds (docs/configuration.md). */
const RULES = {
  /** Sign-ins to one account from one address. */
  loginAccount: { points: 10, duration: 900 },
  /** Sign-ins from one address. High, because a whole club may share an address. */
  loginAddress: { points: 300, duration: 900 },
  register: { points: 200, duration: 3600 },
  /** Responses that say that an e-mail address has an account. */
  emailTaken: { points: 5, duration: 3600 },
  /** Registrations with an invitation code that cannot be used. */
  wrongCode: { points: 20, duration: 3600 },
  /** Requests of one address for mails to one account. Only the first counts against the address. */
  linkAccount: { points: 1, duration: 3600 },
  /** Accounts to which one address asks for mails. */
  linkAddress: { points: 60, duration: 3600 },
  resetSubmit: { points: 60, duration: 900 },
  /** Test messages of one account: to its own devices, or to webhooks. */
  testMessage: { points: 3, duration: 60 },
  /** Entries that a member creates, and that one address does. Admins are exempt. */
  memberEntries: { points: 25, duration: 3600 },
  addressEntries: { points: 100, duration: 3600 },
  /** Checks of the current password by a signed-in user. */
  currentPassword: { points: 10, duration: 900 },
} as const

/**
 * Mails with a link to one account, from all addresses: some at once, and then one in each interval. Somebody who asks for more of them delays the
 * account's owner by an interval at most.
 */
const LINK_MAILS = { burst: 3, intervalMs: 120_000 } as const
/** The kinds of links that a visitor can ask for. Each has a budget of its own. */
type LinkMail = 'resetMail' | 'signInMail'

/** Reservations of other processes end within milliseconds. */
const RESERVE_ATTEMPTS = 3
const RESERVE_INTERVAL_MS = 200
const EXHAUSTED_MS = 10_000

type Rule = keyof typeof RULES
const TABLE = 'rate_limits'

interface RateLimitsOptions {
  /** The database in which all processes count attempts. */
  readonly pool: pg.Pool
  /** The key for hashing addresses and accounts, so that the table contains no personal data. */
  readonly secret: string
  /** `RATE_LIMITS`. */
  readonly enabled: boolean
}

/**
 * Limits attempts across all processes. While the database is unreachable, each process counts for itself. Every method
 * throws an HttpError (429, with `Retry-After`) after too many attempts.
 */
export class RateLimits {
  readonly #limiters: Readonly<Record<Rule, RateLimiterPostgres>> | undefined
  readonly #buckets: pg.Pool | undefined
  readonly #secret: string
  /** The last attempt of each requester that may reveal an e-mail address or a code; the next one waits for it. */
  readonly #revealing = new Map<string, Promise<void>>()
  /** Requesters whose last attempt was rejected. */
  readonly #exhausted = new LRUCache<string, true>({ max: 10_000, ttl: EXHAUSTED_MS })

  constructor({ pool, secret, enabled }: RateLimitsOptions) {
    this.#secret = secret
    this.#limiters = enabled ? limitersOn(pool) : undefined
    this.#buckets = enabled ? pool : undefined
  }

  /**
   * Runs a sign-in attempt. It is counted before it runs, so that concurrent attempts cannot exceed the limit, and
   * uncounted unless the password was wrong, so that a club behind one address or an overloaded server locks nobody out.
   *
   * @param attempt returns whether the password was right
   */
  async login(accountKey: string, ip: string, attempt: () => Promise<boolean>): Promise<boolean> {
    const address = this.#key(addressKey(ip))
    await this.#consume('loginAddress', address)
    try {
      const isRight = await this.#countAttempt('loginAccount', this.#loginKey(accountKey, ip), attempt)
      if (isRight) await this.#uncount('loginAddress', address)
      return isRight
    } catch (error) {
      // A rejected attempt reveals nothing about a password, so it does not count against the address.
      await this.#uncount('loginAddress', address)
      throw error
    }
  }

  /** Runs a sign-in without a password, counted against the address unless it succeeds. An error of the server does not count. */
  async signInWithoutPassword<T>(ip: string, attempt: () => Promise<T>): Promise<T> {
    const address = this.#key(addressKey(ip))
    await this.#consume('loginAddress', address)
    try {
      const result = await attempt()
      await this.#uncount('loginAddress', address)
      return result
    } catch (error) {
      if (!(error instanceof HttpError)) await this.#uncount('loginAddress', address)
      throw error
    }
  }

  /** Runs a check of the current password, counted like a sign-in. */
  currentPassword(userId: number, attempt: () => Promise<boolean>): Promise<boolean> {
    return this.#countAttempt('currentPassword', this.#key(`user ${userId}`), attempt)
  }

  /** Counts an attempt. A right password resets the count; an error uncounts the attempt. */
  async #countAttempt(rule: Rule, key: string, attempt: () => Promise<boolean>): Promise<boolean> {
    await this.#consume(rule, key)
    try {
      const isRight = await attempt()
      if (isRight) await this.#reset(rule, key)
      return isRight
    } catch (error) {
      await this.#uncount(rule, key)
      throw error
    }
  }

  /** Resets the count after a link set a new password, so that earlier failures do not delay the sign-in. */
  async resetLogins(accountKey: string, ip: string): Promise<void> {
    await this.#reset('loginAccount', this.#loginKey(accountKey, ip))
    for (const kind of ['resetMail', 'signInMail'] as const)
      await this.#buckets?.query(REFILL, [this.#bucketKey(kind, accountKey)])
  }

  /** Counts a test message that a member sends to their own devices and address, or an admin to a webhook. */
  async testMessage(userId: number): Promise<void> {
    await this.#consume('testMessage', this.#key(`user ${userId}`))
  }

  async register(ip: string): Promise<void> {
    await this.#consume('register', this.#key(addressKey(ip)))
  }

  /**
   * Runs an attempt that fails with `email_taken` if an e-mail address has an account. After too many such failures every
   * attempt of the requester is rejected, so that the rejection reveals nothing.
   *
   * @param requester the client's address, or a member
   */
  revealEmail<T>(requester: string, attempt: () => Promise<T>): Promise<T> {
    return this.#reveal('emailTaken', 'email_taken', requester, attempt)
  }

  /** Runs a registration that fails with `invitation_required` if its code cannot be used, limited like {@link revealEmail}. */
  revealCode<T>(requester: string, attempt: () => Promise<T>): Promise<T> {
    return this.#reveal('wrongCode', 'invitation_required', requester, attempt)
  }

  /**
   * An attempt is counted before it runs and uncounted unless it failed with the revealing code; those of one requester run one
   * after the other, so that they do not count together.
   */
  async #reveal<T>(rule: Rule, code: ViolationCode, requester: string, attempt: () => Promise<T>): Promise<T> {
    const key = this.#key(requester)
    const attemptKey = attemptKeyOf(rule, key)
    const turn = Promise.withResolvers<void>()
    const previous = this.#revealing.get(attemptKey)
    this.#revealing.set(attemptKey, turn.promise)
    try {
      await previous
      await this.#reserve(rule, key)
      const result = await attempt().catch(async (error: unknown) => {
        if (!(error instanceof RuleViolation && error.code === code)) await this.#uncount(rule, key)
        throw error
      })
      await this.#uncount(rule, key)
      return result
    } finally {
      turn.resolve()
      if (this.#revealing.get(attemptKey) === turn.promise) this.#revealing.delete(attemptKey)
    }
  }

  /** Counts a request for a mail with a link, whether or not the account exists. More requests for the same account do not count. */
  async linkRequest(accountKey: string, ip: string): Promise<void> {
    const [account, address] = [this.#loginKey(accountKey, ip), this.#key(addressKey(ip))]
    const counted = await this.#limiters?.linkAccount.get(account)
    if (counted !== undefined && counted !== null) return
    // Counted first, so that a rejected request stores nothing about the account.
    await this.#consume('linkAddress', address)
    if (!(await this.#isWithin('linkAccount', account))) await this.#uncount('linkAddress', address)
  }

  /**
   * Returns when a mail with a link may be sent: in how many milliseconds, at most {@link LINK_MAILS}' interval; undefined if one is already
   * waiting for that, so that no other is needed.
   */
  async mailDelay(kind: LinkMail, accountKey: string): Promise<number | undefined> {
    if (this.#buckets === undefined) return 0
    const { burst, intervalMs } = LINK_MAILS
    const { rows } = await this.#buckets.query<{ full_in: string }>(TAKE, [
      this.#bucketKey(kind, accountKey),
      intervalMs,
      burst + 1,
    ])
    const [row] = rows
    return row === undefined ? undefined : Math.max(0, Number(row.full_in) - burst * intervalMs)
  }

  /** Counts an entry that a member creates, unless it fails. */
  async createEntry<T>(userId: number, ip: string, create: () => Promise<T>): Promise<T> {
    const keys = { memberEntries: this.#key(`user ${userId}`), addressEntries: this.#key(addressKey(ip)) } as const
    await this.#consume('memberEntries', keys.memberEntries, tooManyEntries)
    try {
      await this.#consume('addressEntries', keys.addressEntries, tooManyEntries)
      try {
        return await create()
      } catch (error) {
        await this.#uncount('addressEntries', keys.addressEntries)
        throw error
      }
    } catch (error) {
      await this.#uncount('memberEntries', keys.memberEntries)
      throw error
    }
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

  #bucketKey(kind: LinkMail, accountKey: string): string {
    return `${kind}:${this.#key(accountKey)}`
  }

  async #isWithin(rule: Rule, key: string): Promise<boolean> {
    try {
      await this.#consume(rule, key)
      return true
    } catch (error) {
      if (error instanceof HttpError && error.code === 'rate_limited') return false
      throw error
    }
  }

  async #consume(
    rule: Rule,
    key: string,
    toError: (seconds: number, limit: LimitPolicy) => HttpError = rateLimited,
  ): Promise<void> {
    try {
      await this.#limiters?.[rule].consume(key)
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      throw toError(error.msBeforeNext / 1000, policyOf(rule))
    }
  }

  /** Counts an attempt that will usually be uncounted, and waits for those of other processes before it is rejected. */
  async #reserve(rule: Rule, key: string): Promise<void> {
    // Requests that wait behind a rejected attempt get their rejection without a further wait.
    const attemptKey = attemptKeyOf(rule, key)
    const attempts = this.#exhausted.has(attemptKey) ? 1 : RESERVE_ATTEMPTS
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#consume(rule, key)
        this.#exhausted.delete(attemptKey)
        return
      } catch (error) {
        await this.#uncount(rule, key)
        if (attempt === attempts) {
          this.#exhausted.set(attemptKey, true)
          throw error
        }
        await delay(RESERVE_INTERVAL_MS)
      }
    }
  }

  async #uncount(rule: Rule, key: string): Promise<void> {
    await this.#limiters?.[rule].reward(key)
  }

  async #reset(rule: Rule, key: string): Promise<void> {
    await this.#limiters?.[rule].delete(key)
  }
}

/**
 * A token bucket, which the library does not have: `expire` is when the bucket is full again. $2 is the interval of a token, $3 how many tokens
 * may be missing; a row is returned if one could be taken.
 */
const TAKE = `
  INSERT INTO ${TABLE} AS bucket (key, points, expire) VALUES ($1, 1, ${nowMs()} + $2::bigint)
  ON CONFLICT (key) DO UPDATE SET expire = greatest(bucket.expire, ${nowMs()}) + $2::bigint
    WHERE greatest(bucket.expire, ${nowMs()}) + $2::bigint - ${nowMs()} <= $2::bigint * $3::bigint
  RETURNING bucket.expire - ${nowMs()} AS full_in`
const REFILL = `DELETE FROM ${TABLE} WHERE key = $1`

function nowMs(): string {
  return '(extract(epoch FROM statement_timestamp()) * 1000)::bigint'
}

/** Returns a rule as clients are told of it, with its name in kebab-case. */
function policyOf(rule: Rule): LimitPolicy {
  const { points: quota, duration: windowSeconds } = RULES[rule]
  return { name: rule.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), quota, windowSeconds }
}

function tooManyEntries(seconds: number, limit: LimitPolicy): HttpError {
  const { points } = RULES.memberEntries
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return new HttpError('rate_limited', {
    retryAfter: seconds,
    limit,
    message: `You can create ${points} entries in an hour. Try again in ${wait}`,
  })
}

function limitersOn(pool: pg.Pool): Readonly<Record<Rule, RateLimiterPostgres>> {
  const createLimiter = (rule: Rule, deletesExpired: boolean): RateLimiterPostgres => {
    const options = { ...RULES[rule], keyPrefix: rule }
    return new RateLimiterPostgres({
      ...options,
      storeClient: pool,
      storeType: 'pool',
      tableName: TABLE,
      tableCreated: true,
      // One limiter deletes the expired rows of all limiters, every five minutes.
      clearExpiredByTimeout: deletesExpired,
      insuranceLimiter: new RateLimiterMemory(options),
    })
  }
  return {
    loginAccount: createLimiter('loginAccount', true),
    loginAddress: createLimiter('loginAddress', false),
    register: createLimiter('register', false),
    emailTaken: createLimiter('emailTaken', false),
    wrongCode: createLimiter('wrongCode', false),
    linkAccount: createLimiter('linkAccount', false),
    linkAddress: createLimiter('linkAddress', false),
    memberEntries: createLimiter('memberEntries', false),
    addressEntries: createLimiter('addressEntries', false),
    resetSubmit: createLimiter('resetSubmit', false),
    currentPassword: createLimiter('currentPassword', false),
    testMessage: createLimiter('testMessage', false),
  }
}

/** Identifies what the attempts of one requester under one rule share. */
const attemptKeyOf = (rule: Rule, key: string): string => `${rule} ${key}`
