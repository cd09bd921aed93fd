import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instantFromMs, instantToMs, parseInstant, addMs } from '../index.ts'

const millis = fc.integer({ min: -62167219200000, max: 253402300799999 })

describe('instants', () => {
  it('sort as text in the order of time', () => {
    fc.assert(
      fc.property(millis, millis, (a, b) => {
        expect(Math.sign(a - b)).toBe(instantFromMs(a) < instantFromMs(b) ? -1 : instantFromMs(a) > instantFromMs(b) ? 1 : 0)
      }),
    )
  })
  it('survive a round trip through milliseconds', () => {
    fc.assert(
      fc.property(millis, (ms) => {
        expect(instantToMs(instantFromMs(ms))).toBe(ms)
        expect(parseInstant(instantFromMs(ms))).toBe(instantFromMs(ms))
      }),
    )
  })
  it('addMs adds and subtracts milliseconds', () => {
    expect(addMs(instantFromMs(0), 1500)).toBe('1970-01-01T00:00:01.500Z')
    expect(addMs(instantFromMs(0), -1)).toBe('1969-12-31T23:59:59.999Z')
    expect(() => addMs(instantFromMs(253402300799999), 1)).toThrow(RangeError)
  })
})
