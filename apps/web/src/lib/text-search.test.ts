import { expect, it } from 'vitest'
import { textMatcher } from './text-search.ts'

it('finds words in any order, whatever their case and accents', () => {
  const texts = ['Zoë  Müller', 'zoe@club.example', null]
  expect(textMatcher('muller ZOE')(texts)).toBe(true)
  expect(textMatcher('Zoë@')(texts)).toBe(true)
  expect(textMatcher('miller')(texts)).toBe(false)
})

it('takes everything when nothing is asked', () => {
  expect(textMatcher('  ')([null])).toBe(true)
})
