import { describe, expect, it } from 'vitest'
import { parseSeason, readParams, writeParams } from './history-params.ts'

const read = (query: string) => readParams(new URLSearchParams(query))

describe('the address of the history', () => {
  it('says which view of which season, narrowed and sorted how', () => {
    expect(read('tab=leaderboard&season=2025&search=mia&sort=-wins')).toEqual({
      tab: 'leaderboard',
      season: 2025,
      search: 'mia',
      sort: { key: 'wins', direction: 'desc' },
    })
  })

  it('has a usual view, and ignores what makes no sense', () => {
    const usual = { tab: 'matrix', season: null, search: '', sort: { key: 'entry', direction: 'asc' } }
    expect(read('')).toEqual(usual)
    expect(read('tab=nothing&season=25&sort=wins')).toEqual(usual)
    expect(read('tab=usage&sort=-rank').sort).toEqual({ key: 'total', direction: 'desc' })
  })

  it.each([
    'tab=matrix',
    'tab=matrix&season=2025',
    'tab=matrix&season=2025&search=a%26b+c&sort=-eliminated',
    'tab=leaderboard&season=2024&sort=-rank',
    'tab=usage&season=2024&sort=total',
  ])('comes back from what was read: %s', (query) => {
    expect(writeParams(read(query)).toString()).toBe(query)
  })

  it('leaves out a sort that is the usual one, and a search for nothing', () => {
    expect(writeParams(read('tab=leaderboard&sort=rank&search=++')).toString()).toBe('tab=leaderboard')
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
  ])('reads the season %j as %j', (text, year) => {
    expect(parseSeason(text)).toBe(year)
  })
})
