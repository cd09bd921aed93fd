import { fromHex, toHex, type Hashing } from '../proof/proof.ts'

const utf8 = new TextEncoder()

/** Pseudorandom values from a secret seed, so that a decision can be random and still pure. */
export interface SeededRandom {
  /** Returns a whole number from 0 to `limit` − 1, evenly distributed for small limits. */
  readonly below: (limit: number) => number
  /** Returns 32 bytes in hex, as unpredictable as the seed. */
  readonly nonce: () => string
}

/** @param seed 32 random bytes in hex, which are never recorded */
export function randomFrom(hashing: Hashing, seed: string): SeededRandom {
  const key = fromHex(seed)
  let draws = 0
  const draw = (): Uint8Array => {
    draws += 1
    return hashing.hmacSha256(key, utf8.encode(String(draws)))
  }
  return {
    below: (limit) => Number.parseInt(toHex(draw().subarray(0, 6)), 16) % limit,
    nonce: () => toHex(draw()),
  }
}
