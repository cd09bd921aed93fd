import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { addressKey } from '../accounts/address.ts'
import { Overloaded } from '../lib/errors.ts'
import { FairQueue } from '../lib/fair-queue.ts'
import { rateLimited } from '../lib/http-error.ts'

/**
 * What an answer is made from, which decides how long it is kept: what everybody knows about seasons and locked weeks; anything in the
 * log; the log and rows that somebody may have changed directly, which are read again after a second although the version is the same;
 * the heads that the server signed; or nothing that may be kept or shared.
 */
export type Source = 'revealed' | 'log' | 'database' | 'heads' | 'unshared'

type SharedSource = Exclude<Source, 'unshared'>

export interface PublicAnswersOptions {
  /** The last position of the log that this process has applied. */
  readonly logPosition: () => number
  /** The position of the last event that changed what everybody knows about seasons and locked weeks. */
  readonly revealedVersion: () => number
  /** The version of the list of signed heads. */
  readonly headsVersion: () => number
  /** False: no address has a budget. */
  readonly limits: boolean
  /** Default: a second. A client that retries at once would otherwise keep the server busy with rejections. */
  readonly rejectionDelayMs?: number
  /** A monotonic clock, in milliseconds. */
  readonly now?: () => number
}

/** A public answer that may have to be computed. */
export interface PublicAnswer<T> {
  /** Identifies the answer: equal keys have equal answers. */
  readonly key: string
  readonly source: Source
  /** The address that asks. */
  readonly ip: string
  readonly compute: () => Promise<T>
  /** The memory that the answer takes, in bytes. */
  readonly sizeOf: (answer: T) => number
  /** False for an answer that must not be kept. Default: all are kept. */
  readonly isKept?: (answer: T) => boolean
}

interface Kept {
  readonly version: number
  readonly readAt: number
  readonly answer: unknown
  readonly size: number
}

/** A row that somebody changes directly has no new version, so such answers are read again after this time. */
const REREAD_MS = 1_000
const MAX_KEPT_BYTES = 64 * 1024 * 1024
/** Answers that are computed at the same time. Members' reads have the rest of the database's connections. */
const CONCURRENCY = 2
const MAX_WAITING_PER_ADDRESS = 64
const MAX_WAITING = 2_000
/** Computing time of one address: at most this much at once, and a share of the time after that. */
const BURST_MS = 3_000
const REFILL_SHARE = 0.2
/** What one answer is charged at most: while the database is slow, an address must still get some. */
const MAX_CHARGE_MS = 250
const MAX_BUDGETS = 20_000

/**
 * Computes the answers that everybody may have: once per version of what they are made from, only a few at a time, one of each
 * address in turn, and within a budget of computing time for each address.
 */
export class PublicAnswers {
  readonly #options: PublicAnswersOptions
  readonly #now: () => number
  readonly #kept = new LRUCache<string, Kept>({ maxSize: MAX_KEPT_BYTES, sizeCalculation: ({ size }) => size })
  /** The answers that are being computed. */
  readonly #pending = new Map<string, { readonly version: number; readonly answer: Promise<unknown> }>()
  /** The answers that an address waits for, before their turn. */
  readonly #waiting = new Map<string, Promise<unknown>>()
  readonly #queue = new FairQueue({
    concurrency: CONCURRENCY,
    maxWaitingPerKey: MAX_WAITING_PER_ADDRESS,
    maxWaiting: MAX_WAITING,
  })
  /** When the budget of each address that used some of it is full again. */
  readonly #fullAt = new LRUCache<string, number>({ max: MAX_BUDGETS })

  constructor(options: PublicAnswersOptions) {
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
  }

  /**
   * Returns an answer that is kept or being computed, or else computes it.
   * @throws HttpError `rate_limited` if the address has used up its budget, or too many of its requests wait
   */
  answer<T extends object>(asked: PublicAnswer<T>): Promise<T> {
    const { key, source, ip, compute } = asked
    const address = addressKey(ip)
    if (source === 'unshared') return this.#inTurn(address, () => this.#charge(address, compute))
    const known = this.#known<T>(key, source)
    if (known !== undefined) return known
    // Requests of one address share a turn, but never with those of another, whose turn may be late or refused.
    const turn = `${address} ${key}`
    const waiting = this.#waiting.get(turn)
    if (waiting !== undefined) return waiting as Promise<T>
    let isWaiting = true
    const leave = (): void => {
      if (isWaiting) this.#waiting.delete(turn)
      isWaiting = false
    }
    const answer = this.#inTurn(address, () => {
      leave()
      return this.#known<T>(key, source) ?? this.#start(address, source, asked)
    })
    if (isWaiting) this.#waiting.set(turn, answer)
    answer.catch(leave)
    return answer
  }

  /** Returns an answer of the current version that is kept or being computed. */
  #known<T>(key: string, source: SharedSource): Promise<T> | undefined {
    const version = this.#versionOf(source)
    const kept = this.#kept.get(key)
    const isCurrent = kept?.version === version && (source !== 'database' || this.#now() < kept.readAt + REREAD_MS)
    // A key always has answers of the same type.
    if (isCurrent) return Promise.resolve(kept.answer as T)
    const pending = this.#pending.get(key)
    return pending?.version === version ? (pending.answer as Promise<T>) : undefined
  }

  #start<T extends object>(address: string, source: SharedSource, asked: PublicAnswer<T>): Promise<T> {
    const { key, compute, sizeOf, isKept = () => true } = asked
    const version = this.#versionOf(source)
    const readAt = this.#now()
    const answer = this.#charge(address, compute).then((found) => {
      const newest = this.#kept.peek(key)?.version ?? version
      if (isKept(found) && newest <= version)
        this.#kept.set(key, { version, readAt, answer: found, size: sizeOf(found) + key.length + 200 })
      return found
    })
    const own = { version, answer }
    this.#pending.set(key, own)
    const forget = (): void => void (this.#pending.get(key) === own && this.#pending.delete(key))
    answer.then(forget, forget)
    return answer
  }

  #versionOf(source: SharedSource): number {
    switch (source) {
      case 'revealed':
        return this.#options.revealedVersion()
      case 'log':
      case 'database':
        return this.#options.logPosition()
      case 'heads':
        return this.#options.headsVersion()
      default:
        return source satisfies never
    }
  }

  async #inTurn<T>(address: string, run: () => Promise<T>): Promise<T> {
    if (!this.#options.limits) return run()
    const wait = (this.#fullAt.get(address) ?? 0) - this.#now() - BURST_MS / REFILL_SHARE
    if (wait > 0) return this.#reject(Math.ceil(wait / 1000))
    try {
      return await this.#queue.run(address, run)
    } catch (error) {
      if (error instanceof Overloaded) return this.#reject(1)
      throw error
    }
  }

  /** Charges the time that computing takes, whether it succeeds or not. */
  async #charge<T>(address: string, compute: () => Promise<T>): Promise<T> {
    const startedAt = this.#now()
    try {
      return await compute()
    } finally {
      const now = this.#now()
      const fullAt = Math.max(this.#fullAt.get(address) ?? now, now)
      this.#fullAt.set(address, fullAt + Math.min(now - startedAt, MAX_CHARGE_MS) / REFILL_SHARE)
    }
  }

  async #reject(retryAfter: number): Promise<never> {
    await sleep(this.#options.rejectionDelayMs ?? 1_000, undefined, { ref: false })
    throw rateLimited(retryAfter)
  }
}
