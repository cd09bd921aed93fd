import { expect, test } from 'vitest'
import { weekOf } from './columns.ts'

test.each([
  ['9/7', 1],
  ['9/7/2025', 1],
  ['2025-09-07', 1],
  ['7.9.2025', 1],
  ['Sep 7', 1],
  ['Sunday, Sep 14th', 2],
  ['Week of 9/14', 2],
  ['Week 3 (9/21)', 3],
  ['Paid 9/5', undefined],
  ['Joined 9/12/2025', undefined],
  ['Sent reminder Sep 7', undefined],
])('the heading "%s" names week %s', (heading, week) => {
  expect(weekOf(heading, 2025)).toBe(week)
})
