import { normalizeMobile } from '@outlast/contract/fields/account'
import { expect, it } from 'vitest'
import { typedMobile } from './mobile.ts'

it.each([
  ['', ''],
  ['+', '+'],
  ['555 010-0199', '5550100199'],
  ['+1 (555) 010-0199', '+15550100199'],
  [' +44 20', '+4420'],
  ['(+44) 20', '+4420'],
  ['00 44+20', '004420'],
  ['call me', ''],
  ['1234567890123456789', '123456789012345'],
  ['+1234567890123456789', '+123456789012345'],
])('%j becomes %j', (typed, kept) => {
  expect(typedMobile(typed).value).toBe(kept)
})

it.each([
  ['+1 555', 3, 2],
  ['+1 555', 6, 5],
  ['12a34', 3, 2],
  ['12', 0, 0],
  ['1234567890123456', 16, 15],
])('in %j the caret at %i moves to %i', (typed, caret, moved) => {
  expect(typedMobile(typed, caret).caret).toBe(moved)
})

it('is what the server makes of it, too', () => {
  for (const typed of ['+1 (555) 010-0199', '', '+', '020.7946']) {
    expect(normalizeMobile(typedMobile(typed).value)).toBe(normalizeMobile(typed))
  }
})
