import { expect, test } from 'vitest'
import { expectToHold } from '../support/short.ts'
import { long } from './long.ts'
import { trend } from './samples.ts'

test('what a load opened is let go of after it', async () => {
  await expectToHold(long)
})

test('a rise is seen through noise', () => {
  const points = Array.from({ length: 50 }, (_, i) => ({ at: 10 + i, value: 100 + 2 * i + (i % 2 === 0 ? 5 : -5) }))
  const { perSecond, mean } = trend(points)
  expect(perSecond).toBeCloseTo(2, 1)
  expect(mean).toBeCloseTo(149, 5)
})
