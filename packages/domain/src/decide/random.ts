import { fromHex, toHex, type Hashing } from '../proof.ts'

const utf8 = new TextEncoder()

/** Deterministic randomness from a secret seed, so that a decision can be random and still pure. */
export interface SeededRandom {
  /** A whole number from 0 up to, but without, `limit`; evenly spread for the small limits used here. */
  readonly below: (limit: number) => number
  /** 32 bytes, hex, as unpredictable as the seed. */
  readonly nonce: () => string
}

/** @param seed 32 random bytes, hex; never recorded. */
export function randomFrom(hashing: Hashing, seed: string): SeededRandom {
  const key = fromHex(seed)
  let drawn = 0
  const draw = (): Uint8Array => {
    drawn += 1
    return hashing.hmacSha256(key, utf8.encode(String(drawn)))
  }
  return {
    below: (limit) => Number.parseInt(toHex(draw().subarray(0, 6)), 16) % limit,
    nonce: () => toHex(draw()),
  }
}
