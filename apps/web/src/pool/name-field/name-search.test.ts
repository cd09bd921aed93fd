import { describe, expect, it } from 'vitest'
import { findNames } from './name-search.ts'

const ENTRIES = [
  { id: 1, name: 'Anchors 10', user_name: 'Mia Member' },
  { id: 2, name: 'Anchors 2', user_name: 'Mia Member' },
  { id: 3, name: 'Badgers', user_name: 'Otto Anders' },
  { id: 4, name: 'The Anchor', user_name: 'Nora New' },
]
const idsFor = (text: string, limit = 8) => findNames(ENTRIES, text, limit).map(({ id }) => id)

describe('findNames', () => {
  it('sorts matches as people count, those that begin with the text first', () => {
    expect(idsFor('anchor')).toEqual([2, 1, 4])
  })

  it('finds an entry by its member, and by words of both names', () => {
    expect(idsFor('otto')).toEqual([3])
    expect(idsFor('  mia 10 ')).toEqual([1])
    expect(idsFor('an')).toEqual([2, 1, 3, 4])
  })

  it('returns at most the limit, and nothing without a text', () => {
    expect(idsFor('a', 2)).toEqual([2, 1])
    expect(idsFor('  ')).toEqual([])
    expect(idsFor('nobody')).toEqual([])
  })
})
