import { expect, it } from 'vitest'
import { describeWait } from './pool-time.ts'

it.each([
  [0.4, 'in less than an hour'],
  [1, 'in one hour'],
  [5, 'in 5 hours'],
  [47, 'in 47 hours'],
  [48, 'in 2 days'],
  [124, 'in 5 days'],
])('describeWait: writes %s hours as “%s”', (hours, text) => {
  expect(describeWait(hours * 3_600_000)).toBe(text)
})
