import { expect, test } from 'vitest'
import { linearTrend } from './samples.ts'

test('linearTrend finds the slope of noisy values', () => {
  const points = Array.from({ length: 50 }, (_, i) => ({ at: 10 + i, value: 100 + 2 * i + (i % 2 === 0 ? 5 : -5) }))
  const { perSecond, mean } = linearTrend(points)
  expect(perSecond).toBeCloseTo(2, 1)
  expect(mean).toBeCloseTo(149, 5)
})
