import { describe, expect, it } from 'vitest'
import { hashing, nonceOf } from '../../tests/hashing.ts'
import { randomFrom } from './random.ts'

const drawn = (seed: number, limit: number, n: number) => {
  const random = randomFrom(hashing, nonceOf(seed))
  return Array.from({ length: n }, () => random.below(limit))
}

describe('randomFrom', () => {
  it('returns the same values for the same seed only', () => {
    expect(drawn(1, 1000, 20)).toEqual(drawn(1, 1000, 20))
    expect(drawn(1, 1000, 20)).not.toEqual(drawn(2, 1000, 20))
  })
  it('returns whole numbers from 0 up to the limit', () => {
    expect(drawn(3, 1, 5)).toEqual([0, 0, 0, 0, 0])
    for (const n of drawn(4, 7, 500)) expect(Number.isInteger(n) && n >= 0 && n < 7).toBe(true)
  })
  it.each([2, 3, 32, 46])('distributes numbers evenly below %i (chi-squared, fixed seed)', (limit) => {
    const counts = Array.from({ length: limit }, () => 0)
    const each = 100
    for (const n of drawn(5, limit, each * limit)) counts[n]! += 1
    const chi = counts.reduce((sum, count) => sum + (count - each) ** 2 / each, 0)
    const freedom = limit - 1
    // Mean and four standard deviations of the chi-squared distribution.
    expect(chi).toBeLessThan(freedom + 4 * Math.sqrt(2 * freedom))
  })
  it('returns different nonces of 32 bytes, in one sequence with the numbers', () => {
    const random = randomFrom(hashing, nonceOf(6))
    const nonces = Array.from({ length: 50 }, () => random.nonce())
    expect(new Set(nonces).size).toBe(50)
    for (const nonce of nonces) expect(nonce).toMatch(/^[0-9a-f]{64}$/)
  })
})
