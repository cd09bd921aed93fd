import { type Allowance, TokenBucket } from './token-bucket.ts'

/** Connections of one address. A club's house, with everybody in it, shares one. */
export interface AddressLimits {
  readonly connections: number
  readonly connects: Allowance
}

export const ADDRESS_LIMITS: AddressLimits = { connections: 1_000, connects: { burst: 500, perSecond: 20 } }

interface Seen {
  open: number
  readonly connects: TokenBucket
}

/** Counts connections by address. */
export class Addresses {
  readonly #limits: AddressLimits | undefined
  readonly #nowMs: () => number
  readonly #seen = new Map<string, Seen>()

  /** @param limits none: everything is allowed */
  constructor(limits: AddressLimits | undefined, nowMs: () => number) {
    this.#limits = limits
    this.#nowMs = nowMs
  }

  /** Whether an address may open another connection now; asking counts. */
  mayConnect(address: string): boolean {
    if (this.#limits === undefined) return true
    const seen = this.#of(address, this.#limits)
    return seen.connects.take(this.#nowMs()) && seen.open < this.#limits.connections
  }

  opened(address: string): void {
    if (this.#limits !== undefined) this.#of(address, this.#limits).open += 1
  }

  closed(address: string): void {
    const seen = this.#seen.get(address)
    if (seen !== undefined) seen.open -= 1
  }

  /** Forgets addresses that have nothing open and asked for nothing lately. */
  sweep(): void {
    const now = this.#nowMs()
    for (const [address, seen] of this.#seen) if (seen.open <= 0 && seen.connects.isFull(now)) this.#seen.delete(address)
  }

  #of(address: string, limits: AddressLimits): Seen {
    const seen = this.#seen.get(address) ?? { open: 0, connects: new TokenBucket(limits.connects, this.#nowMs()) }
    this.#seen.set(address, seen)
    return seen
  }
}
