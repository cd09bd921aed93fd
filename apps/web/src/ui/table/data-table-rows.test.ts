import { describe, expect, it } from 'vitest'
import { nextSort, tableWidth } from './data-table-rows.tsx'

describe('nextSort', () => {
  it('starts with ascending order, also after another column was sorted', () => {
    expect(nextSort(undefined, 'name')).toEqual({ key: 'name', direction: 'asc' })
    expect(nextSort({ key: 'wins', direction: 'asc' }, 'name')).toEqual({ key: 'name', direction: 'asc' })
  })

  it('reverses the order of the sorted column', () => {
    const descending = nextSort({ key: 'name', direction: 'asc' }, 'name')
    expect(descending).toEqual({ key: 'name', direction: 'desc' })
    expect(nextSort(descending, 'name')).toEqual({ key: 'name', direction: 'asc' })
  })
})

describe('tableWidth', () => {
  it('adds up the column widths and the fallback for columns without one', () => {
    expect(tableWidth([{ width: 160 }, {}, { width: 64 }], 120)).toBe(344)
  })
})
