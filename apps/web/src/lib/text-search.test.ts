import { expect, it } from 'vitest'
import { searchFor } from './text-search.ts'

it('finds words in any order, whatever their case and accents', () => {
  const texts = ['Zoë  Müller', 'zoe@club.example', null]
  expect(searchFor('muller ZOE')(texts)).toBe(true)
  expect(searchFor('Zoë@')(texts)).toBe(true)
  expect(searchFor('miller')(texts)).toBe(false)
})

it('takes everything when nothing is asked', () => {
  expect(searchFor('  ')([null])).toBe(true)
})
