import type { NextWeek } from '@outlast/contract/rest/weeks'
import { describe, expect, it } from 'vitest'
import { gamesText, lockOptions, parseWeek, shownFields } from './next-week.ts'

const byCalendar: NextWeek = {
  season_year: 2031,
  week_number: 2,
  lock_time: '2031-09-14T16:00:00.000Z',
  days: [],
  source: 'calendar',
  games: 0,
  first_kickoff: null,
  last_kickoff: null,
}
const byFeed: NextWeek = {
  ...byCalendar,
  source: 'feed',
  games: 16,
  first_kickoff: '2031-09-12T00:20:00.000Z',
  last_kickoff: '2031-09-16T00:15:00.000Z',
}

describe('the week to add', () => {
  it('is the next one until something is typed, also nothing', () => {
    expect(shownFields({}, byCalendar)).toEqual({ season: '2031', week: '2' })
    expect(shownFields({ week: '' }, byCalendar)).toEqual({ season: '2031', week: '' })
    expect(shownFields({ season: '2030' }, undefined)).toEqual({ season: '2030', week: '' })
  })

  it('needs a year of four digits and a week above zero', () => {
    expect(parseWeek('2031', '7')).toEqual({ season: 2031, week: 7 })
    for (const [season, week] of [
      ['31', '7'],
      ['2031', '0'],
      ['2031', ''],
    ] as const)
      expect(parseWeek(season, week)).toBeUndefined()
  })

  it('shows the days of its games in New York', () => {
    expect(gamesText(byFeed)).toMatch(/^16 games, .*11.* to .*15.*\.$/)
    expect(gamesText(byCalendar)).toBe('Its kickoffs are not known yet. The lock is by the calendar.')
  })

  it('can lock at its first kickoff once that is known', () => {
    expect(lockOptions(byCalendar, 'sunday_noon').map(({ value }) => value)).toEqual(['auto'])
    expect(lockOptions(byFeed, 'sunday_noon').map(({ value }) => value)).toEqual(['auto', '2031-09-12T00:20:00.000Z'])
  })
})
