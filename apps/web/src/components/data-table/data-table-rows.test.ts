import { describe, expect, it } from 'vitest'
import { nextSort, tableWidth } from './data-table-rows.tsx'

describe('sorting', () => {
  it('begins ascending, also when another column was sorted', () => {
    expect(nextSort(undefined, 'name')).toEqual({ key: 'name', direction: 'asc' })
    expect(nextSort({ key: 'wins', direction: 'asc' }, 'name')).toEqual({ key: 'name', direction: 'asc' })
  })
  it('turns round and back', () => {
    const down = nextSort({ key: 'name', direction: 'asc' }, 'name')
    expect(down).toEqual({ key: 'name', direction: 'desc' })
    expect(nextSort(down, 'name')).toEqual({ key: 'name', direction: 'asc' })
  })
})

describe('the width of a table', () => {
  it('has room for every column', () => {
    expect(tableWidth([{ width: 160 }, {}, { width: 64 }], 120)).toBe(344)
  })
})
