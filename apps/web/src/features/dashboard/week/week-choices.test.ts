import { describe, expect, it } from 'vitest'
import { choicesOf } from './week-choices.tsx'

const LOCK = '2026-09-13T16:00:00.000Z'
const NOW = Date.parse(LOCK) - 1000
const open = (week_number: number, has_pick = false, used_in_week: number | null = null, lock_time = LOCK) => ({
  week_id: week_number * 10,
  week_number,
  lock_time,
  has_pick,
  team_abbr: has_pick ? 'KC' : null,
  used_in_week,
})
const over = { id: 10, week_number: 1, lock_time: '2026-09-06T16:00:00.000Z', is_locked: true }

describe('the weeks that a member can choose on the dashboard', () => {
  it('are every open week and the current one, with the entries that need a pick: without one, or with one that can’t stand', () => {
    const entries = [{ openWeeks: [open(2), open(3, true)] }, { openWeeks: [open(2, true, 1), open(3, true)] }]
    expect(choicesOf(entries, over, NOW).map(({ number, text }) => `${number} ${text}`)).toEqual([
      '1 Locked',
      '2 2 need a pick',
      '3 Open',
    ])
  })

  it('say how many picks are made in a week that takes several', () => {
    const entries = [
      {
        openWeeks: [
          { ...open(2, true), picks: 2, picked: 1 },
          { ...open(3), picks: 2, picked: 0 },
        ],
      },
      {
        openWeeks: [
          { ...open(2, true), picks: 2, picked: 2 },
          { ...open(4, true), picks: 2, picked: 2 },
        ],
      },
    ]
    expect(choicesOf(entries, over, NOW).map(({ number, text }) => `${number} ${text}`)).toEqual([
      '1 Locked',
      '2 3 of 4 picked',
      '3 1 needs a pick',
      '4 Open',
    ])
  })

  it('leave out a week whose lock time has come', () => {
    const entries = [{ openWeeks: [open(2, false, null, '2026-09-13T15:00:00.000Z'), open(3)] }]
    expect(choicesOf(entries, over, NOW).map(({ number }) => number)).toEqual([1, 3])
  })
})
