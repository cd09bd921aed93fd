import { normalizeMobile } from '@outlast/contract/fields/account'
import { describe, expect, it } from 'vitest'
import { cleanMobile } from './mobile-field.tsx'

describe('cleanMobile', () => {
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
  ])('turns %j into %j', (text, value) => {
    expect(cleanMobile(text).value).toBe(value)
  })

  it.each([
    ['+1 555', 3, 2],
    ['+1 555', 6, 5],
    ['12a34', 3, 2],
    ['12', 0, 0],
    ['1234567890123456', 16, 15],
  ])('in %j moves the caret from %i to %i', (text, caret, moved) => {
    expect(cleanMobile(text, caret).caret).toBe(moved)
  })

  it('never changes how the server normalizes the number', () => {
    for (const text of ['+1 (555) 010-0199', '', '+', '020.7946']) {
      expect(normalizeMobile(cleanMobile(text).value)).toBe(normalizeMobile(text))
    }
  })
})
