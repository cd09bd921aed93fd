import type { HallSeason } from '@outlast/contract'
import { describe, expect, it } from 'vitest'
import { namesText, roadSummary } from './hall-text.ts'

const champion = { entry_id: 1, entry_name: 'A', user_name: 'Ann Ash', weeks_survived: 2, picks: [] }
const season = (change: Partial<HallSeason>): HallSeason => ({
  season_year: 2030,
  decided_week: 2,
  entries: 3,
  survivors: 1,
  champions: [champion],
  ...change,
})

describe('namesText', () => {
  it('joins names like a sentence', () => {
    expect(namesText(['A'])).toBe('A')
    expect(namesText(['A', 'B', 'C'])).toBe('A, B and C')
  })
  it('counts the names that it leaves out', () => {
    expect(namesText(['A', 'B', 'C'], 7)).toBe('A, B, C and 4 more')
    expect(namesText(Array.from({ length: 14 }, (_, i) => String(i)))).toMatch(/, 11 and 2 more$/)
  })
})

describe('roadSummary', () => {
  it('tells a champion, a shared title, an agreement and a season without a champion apart', () => {
    expect(roadSummary(season({}))).toBe('Ann Ash survived 2 weeks and outlasted 2 others.')
    expect(roadSummary(season({ survivors: 0, champions: [{ ...champion, weeks_survived: 1 }, champion] }))).toBe(
      'They survived 1 week, fell together in week 2 and share the title among 3 entries.',
    )
    expect(roadSummary(season({ survivors: 2, champions: [champion, champion] }))).toBe(
      'They survived 2 weeks, agreed in week 2 to share the title and outlasted 1 other.',
    )
    expect(roadSummary(season({ decided_week: null, survivors: 2, champions: [] }))).toBe(
      '2 of 3 entries were still alive at the end.',
    )
  })
})
