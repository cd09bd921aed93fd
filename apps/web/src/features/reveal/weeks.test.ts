import type { WeekInfo } from '@outlast/contract/live'
import { describe, expect, it } from 'vitest'
import { formatEntries, formatPicks, weekChoices } from './weeks.ts'

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

describe('weekChoices', () => {
  const weeks = [week(5, { is_locked: false }), week(4, { is_locked: false, is_current: true }), week(3, {})]

  it('lists the locked weeks and the current one', () => {
    expect(weekChoices(weeks, new Map()).map(({ id }) => id)).toEqual([4, 3])
  })

  it('labels weeks with season, number, picks and whether they are current', () => {
    const labels = weekChoices(weeks, new Map([[4, 1]])).map(({ label }) => label)
    expect(labels).toEqual(['2026 • Week 4 • 1 pick • current', '2026 • Week 3'])
  })
})

describe('formatPicks and formatEntries', () => {
  it('format counts with their nouns', () => {
    expect([formatPicks(0), formatPicks(1200), formatEntries(1), formatEntries(2)]).toEqual([
      '0 picks',
      '1,200 picks',
      '1 entry',
      '2 entries',
    ])
  })
})
