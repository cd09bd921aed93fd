import { expect, test } from 'vitest'
import { kindOf, weekOf } from './columns.ts'

test.each([
  ['9/7', 1],
  ['9/7/2025', 1],
  ['2025-09-07', 1],
  ['7.9.2025', 1],
  ['Sep 7', 1],
  ['Sunday, Sep 14th', 2],
  ['Week of 9/14', 2],
  ['Week 3 (9/21)', 3],
  ['Week 13a', 13.1],
  ['W13B', 13.2],
  ['Week 23a', undefined],
  ['Paid 9/5', undefined],
  ['Joined 9/12/2025', undefined],
  ['Sent reminder Sep 7', undefined],
])('the heading "%s" names week %s', (heading, week) => {
  expect(weekOf(heading, 2025)).toBe(week)
})

test.each([
  ['Cell', 'mobile'],
  ['Cell #', 'mobile'],
  ['Cell phone', 'mobile'],
  ['Cell/Text', 'mobile'],
  ['Mobile #', 'mobile'],
  ['Mob. No.', 'mobile'],
  ['Phone (mobile)', 'mobile'],
  ['Phone Number(s)', 'mobile'],
  ['Home Phone', 'mobile'],
  ['Contact No.', 'mobile'],
  ['Tel.', 'mobile'],
  ['Tel-Nr.', 'mobile'],
  ['Ph #', 'mobile'],
  ['# Entries', 'entries'],
  ['# of Entries', 'entries'],
  ['No. of entries', 'entries'],
  ['Entries (max 3)', 'entries'],
  ['Email (required)', 'email'],
  ['Text', undefined],
  ['Phone a friend', undefined],
  ['Paid (cell)', undefined],
])('the heading "%s" is that of %s', (heading, kind) => {
  expect(kindOf(heading)).toBe(kind)
})
