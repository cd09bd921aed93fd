import { describe, expect, it } from 'vitest'
import { parseTimestamp } from './types.ts'

describe('parseTimestamp', () => {
  it.each([
    ['2025-09-07 16:00:00+00', '2025-09-07T16:00:00.000Z'],
    ['2025-09-07 16:00:00.1+00', '2025-09-07T16:00:00.100Z'],
    ['2025-09-07 16:00:00.12+00', '2025-09-07T16:00:00.120Z'],
    ['2025-09-07 16:00:00.123+00', '2025-09-07T16:00:00.123Z'],
    ['2025-09-07 23:59:59.999999+00', '2025-09-07T23:59:59.999Z'],
    ['0001-01-01 00:00:00+00', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31 23:59:59.9999+00', '9999-12-31T23:59:59.999Z'],
  ])('parses %s in UTC', (given, expected) => {
    expect(parseTimestamp(given)).toBe(expected)
  })

  it.each([
    ['2025-09-07 12:00:00.5-04', '2025-09-07T16:00:00.500Z'],
    ['2025-09-07 21:30:00.123456+05:30', '2025-09-07T16:00:00.123Z'],
    ['2025-09-08 00:00:00+00:00', '2025-09-08T00:00:00.000Z'],
  ])('converts %s to UTC', (given, expected) => {
    expect(parseTimestamp(given)).toBe(expected)
  })

  it.each(['infinity', '-infinity', '0044-03-15 00:00:00+00 BC', '10000-01-01 00:00:00+00', 'Sun Sep 07 16:00:00 2025 UTC'])(
    'rejects %s',
    (given) => {
      expect(() => parseTimestamp(given)).toThrow(RangeError)
    },
  )
})
