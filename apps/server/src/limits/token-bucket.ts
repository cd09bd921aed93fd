export interface Allowance {
  readonly burst: number
  readonly perSecond: number
}

/** A token bucket that also counts the attempts that it rejects, down to minus one burst. */
export class TokenBucket {
  readonly #allowance: Allowance
  #tokens: number
  #updatedMs: number

  constructor(allowance: Allowance, nowMs: number) {
    this.#allowance = allowance
    this.#tokens = allowance.burst
    this.#updatedMs = nowMs
  }

  /** Takes a token, or several, and returns whether there were enough. */
  take(nowMs: number, count = 1): boolean {
    const { burst } = this.#allowance
    this.#tokens = Math.max(-burst, this.#tokensAt(nowMs) - count)
    this.#updatedMs = nowMs
    return this.#tokens >= 0
  }

  /** Returns whether the bucket is full, so that it can be deleted. */
  isFull(nowMs: number): boolean {
    return this.#tokensAt(nowMs) >= this.#allowance.burst
  }

  #tokensAt(nowMs: number): number {
    const { burst, perSecond } = this.#allowance
    return Math.min(burst, this.#tokens + ((nowMs - this.#updatedMs) / 1000) * perSecond)
  }
}
