import type { WeekInfo } from '@outlast/contract/live'
import { describe, expect, it } from 'vitest'
import { entriesInWords, picksInWords, weekChoices, weekLabel } from './weeks.ts'

const week = (id: number, more: Partial<WeekInfo>) =>
  ({
    id,
    season_year: 2026,
    week_number: id,
    is_current: false,
    is_locked: true,
    reopened_after_reveal: false,
    ...more,
  }) as WeekInfo

describe('weeks to choose', () => {
  const weeks = [week(5, { is_locked: false }), week(4, { is_locked: false, is_current: true }), week(3, {})]

  it('are those that locked, and the current one', () => {
    expect(weekChoices(weeks, new Map()).map(({ id }) => id)).toEqual([4, 3])
  })

  it('are labelled with season, week, picks and which is current', () => {
    const labels = weekChoices(weeks, new Map([[4, 1]])).map(weekLabel)
    expect(labels).toEqual(['2026 • Week 4 • 1 pick • current', '2026 • Week 3'])
  })
})

describe('counts', () => {
  it('are words', () => {
    expect([picksInWords(0), picksInWords(1200), entriesInWords(1), entriesInWords(2)]).toEqual([
      '0 picks',
      '1,200 picks',
      '1 entry',
      '2 entries',
    ])
  })
})
