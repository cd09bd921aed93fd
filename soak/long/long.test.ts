import { expect, test } from 'vitest'
import { expectToPass } from '../support/expect-to-pass.ts'
import { long } from './long.ts'
import { linearTrend } from './samples.ts'

test('the server releases the resources of a load after it has ended', () => expectToPass(long))

test('linearTrend finds the slope of noisy values', () => {
  const points = Array.from({ length: 50 }, (_, i) => ({ at: 10 + i, value: 100 + 2 * i + (i % 2 === 0 ? 5 : -5) }))
  const { perSecond, mean } = linearTrend(points)
  expect(perSecond).toBeCloseTo(2, 1)
  expect(mean).toBeCloseTo(149, 5)
})
