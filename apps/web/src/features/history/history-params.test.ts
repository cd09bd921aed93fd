import { describe, expect, it } from 'vitest'
import { formatParams, parseParams, parseSeason } from './history-params.ts'

const read = (query: string) => parseParams(new URLSearchParams(query))

describe('history URL parameters', () => {
  it('parseParams: reads the tab, season, search and sort', () => {
    expect(read('tab=leaderboard&season=2025&search=mia&sort=-wins')).toEqual({
      tab: 'leaderboard',
      season: 2025,
      search: 'mia',
      sort: { key: 'wins', direction: 'desc' },
    })
  })

  it('parseParams: falls back to defaults for missing and invalid parameters', () => {
    const defaults = { tab: 'matrix', season: null, search: '', sort: { key: 'standing', direction: 'asc' } }
    expect(read('')).toEqual(defaults)
    expect(read('tab=nothing&season=25&sort=wins')).toEqual(defaults)
    expect(read('tab=usage&sort=-rank').sort).toEqual({ key: 'total', direction: 'desc' })
  })

  it.each([
    'tab=matrix',
    'tab=matrix&season=2025',
    'tab=matrix&season=2025&search=a%26b+c&sort=-eliminated',
    'tab=leaderboard&season=2024&sort=-rank',
    'tab=usage&season=2024&sort=total',
  ])('formatParams: reproduces the parsed URL %s', (query) => {
    expect(formatParams(read(query)).toString()).toBe(query)
  })

  it('formatParams: omits a default sort and an empty search', () => {
    expect(formatParams(read('tab=leaderboard&sort=rank&search=++')).toString()).toBe('tab=leaderboard')
  })

  it.each([
    ['2025', 2025],
    ['2000', 2000],
    ['2100', 2100],
    ['1999', null],
    ['2101', null],
    ['202', null],
    ['2025x', null],
    ['', null],
    [null, null],
  ])('parseSeason: reads %j as %j', (text, year) => {
    expect(parseSeason(text)).toBe(year)
  })
})
