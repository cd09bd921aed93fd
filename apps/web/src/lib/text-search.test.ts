import { describe, expect, it } from 'vitest'
import { textMatcher } from './text-search.ts'

describe('textMatcher', () => {
  it('finds words in any order and ignores case and accents', () => {
    const texts = ['Zoë  Müller', 'zoe@club.example', null]
    expect(textMatcher('muller ZOE')(texts)).toBe(true)
    expect(textMatcher('Zoë@')(texts)).toBe(true)
    expect(textMatcher('miller')(texts)).toBe(false)
  })

  it('matches everything when the query is blank', () => {
    expect(textMatcher('  ')([null])).toBe(true)
  })
})
