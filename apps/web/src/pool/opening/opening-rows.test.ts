import type { WeekEntry, WeekView } from '@outlast/contract/live'
import { describe, expect, it } from 'vitest'
import { FADE_MS, lastLine, openingRows, openingSummary, openingTimes } from './opening-rows.ts'

/** A locked week in which entries 1, 2, … picked these teams. */
const week = (teams: readonly (string | null)[]) =>
  ({
    week: { week_number: 9, is_locked: true },
    pick_count: teams.filter((team) => team !== null).length,
    games: [],
    entries: teams.map((team, i): WeekEntry => ({ id: i + 1, name: `Entry ${i + 1}`, team, is_override: false, is_auto: false })),
  }) as unknown as WeekView

describe('openingRows', () => {
  it('orders teams from the rarest to the most popular, and equal ones by abbreviation', () => {
    const rows = openingRows(week(['KC', 'ATL', 'SF', 'ATL', null, 'KC', 'ATL', 'BUF']), new Set())
    expect(rows.map(({ team_abbr, count }) => `${team_abbr} ${count}`)).toEqual(['BUF 1', 'SF 1', 'KC 2', 'ATL 3'])
  })

  it('counts the own entries of each team, but not own entries without a pick', () => {
    const rows = openingRows(week(['KC', 'ATL', 'ATL', null]), new Set([2, 3, 4]))
    expect(rows.map(({ team_abbr, own }) => [team_abbr, own])).toEqual([
      ['KC', 0],
      ['ATL', 2],
    ])
  })
})

describe('lastLine', () => {
  it.each([
    [['ATL', 'ATL', 'KC'], '2 of you took the Falcons'],
    [['ATL', 'ATL', 'ATL'], 'All 3 of you took the Falcons'],
    [['SF'], '1 of you took the 49ers'],
    [['ATL', 'ATL', 'BUF', 'BUF', 'KC'], '2 of you took the Falcons, and 2 the Bills'],
    [['ATL', 'BUF', 'KC'], 'Every one of you took a different team'],
    [['ATL', 'ATL', 'BUF', 'BUF', 'KC', 'KC'], '3 teams share the lead with 2 picks each'],
    [['TBD', 'TBD', 'KC'], '2 of you took the TBD'],
    [[null], 'Nobody took a team'],
    [[], 'Nobody took a team'],
  ])('says of %j: %s', (teams, line) => {
    expect(lastLine(week(teams))).toBe(line)
  })
})

describe('openingSummary', () => {
  it('says in one message that the week is revealed, with how many picks, and which team leads', () => {
    expect(openingSummary(week(['ATL', 'ATL', null, 'KC']))).toBe(
      'Week 9 is locked and revealed: 3 picks. 2 of you took the Falcons.',
    )
  })
})

describe('openingTimes', () => {
  it.each([0, 1, 2, 11, 16, 32])('takes at most eight seconds with %i teams, and shows them one after the other', (count) => {
    const { rowAt, lastLineAt, endAt } = openingTimes(count)
    const starts = Array.from({ length: count }, (_, index) => rowAt(index))
    expect(starts).toEqual(starts.toSorted((a, b) => a - b))
    expect(new Set(starts).size).toBe(count)
    expect(lastLineAt).toBeGreaterThan(starts.at(-1) ?? 0)
    expect(endAt).toBeGreaterThan(lastLineAt)
    expect(endAt + FADE_MS).toBeLessThanOrEqual(8_000)
  })
})
