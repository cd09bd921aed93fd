import { expect, it } from 'vitest'
import { agoText } from './ago-text.ts'

it.each([
  [-5, '0 s'],
  [12_400, '12 s'],
  [60_000, '1 min'],
  [7_200_000, '2 h'],
  [3 * 86_400_000, '3 days'],
])('agoText: %d ms is %s', (ms, text) => expect(agoText(ms)).toBe(text))
