/** How much of something is allowed: a burst, and so many a second after it. */
export interface Allowance {
  readonly burst: number
  readonly perSecond: number
}

/** Counts what is taken against an allowance. */
export class TokenBucket {
  readonly #allowance: Allowance
  #left: number
  #atMs: number

  constructor(allowance: Allowance, nowMs: number) {
    this.#allowance = allowance
    this.#left = allowance.burst
    this.#atMs = nowMs
  }

  /** Whether more was asked for than there was. */
  get isEmpty(): boolean {
    return this.#left < 0
  }

  /** Takes one. False when there is none; what is asked for in vain counts too, down to minus a burst. */
  take(nowMs: number): boolean {
    const { burst, perSecond } = this.#allowance
    this.#left = Math.min(burst, this.#left + ((nowMs - this.#atMs) / 1000) * perSecond)
    this.#atMs = nowMs
    this.#left = Math.max(-burst, this.#left - 1)
    return this.#left >= 0
  }

  /** Whether somebody keeps asking in vain. */
  get isExhausted(): boolean {
    return this.#left <= -this.#allowance.burst
  }

  /** Whether it is as if nothing had been taken. */
  isFull(nowMs: number): boolean {
    return this.#left + ((nowMs - this.#atMs) / 1000) * this.#allowance.perSecond >= this.#allowance.burst
  }
}
