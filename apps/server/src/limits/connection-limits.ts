import { type Allowance, TokenBucket } from './token-bucket.ts'

/** Limits per address. A whole club may share one address. */
export interface AddressLimits {
  readonly connections: number
  readonly connects: Allowance
}

export const CONNECTION_LIMITS: AddressLimits = { connections: 1_000, connects: { burst: 500, perSecond: 20 } }

interface AddressUse {
  connections: number
  readonly connects: TokenBucket
}

/** Counts the connections of each address. */
export class ConnectionLimits {
  readonly #limits: AddressLimits | undefined
  readonly #nowMs: () => number
  readonly #addresses = new Map<string, AddressUse>()

  /** @param limits undefined to allow everything */
  constructor(limits: AddressLimits | undefined, nowMs: () => number) {
    this.#limits = limits
    this.#nowMs = nowMs
  }

  /** Counts an attempt to connect and returns whether it is allowed. */
  mayConnect(address: string): boolean {
    if (this.#limits === undefined) return true
    const use = this.#useOf(address, this.#limits)
    return use.connects.take(this.#nowMs()) && use.connections < this.#limits.connections
  }

  opened(address: string): void {
    if (this.#limits !== undefined) this.#useOf(address, this.#limits).connections += 1
  }

  closed(address: string): void {
    const use = this.#addresses.get(address)
    if (use !== undefined) use.connections -= 1
  }

  /** Removes addresses without connections or recent attempts. */
  sweep(): void {
    const nowMs = this.#nowMs()
    for (const [address, { connections, connects }] of this.#addresses) {
      if (connections <= 0 && connects.isFull(nowMs)) this.#addresses.delete(address)
    }
  }

  #useOf(address: string, limits: AddressLimits): AddressUse {
    const use = this.#addresses.get(address) ?? { connections: 0, connects: new TokenBucket(limits.connects, this.#nowMs()) }
    this.#addresses.set(address, use)
    return use
  }
}
