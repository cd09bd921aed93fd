import { describe, expect, it } from 'vitest'
import {
  isSlate,
  isWeekNumber,
  leagueWeekOf,
  MAX_SLATES,
  numberAfter,
  parseWeekLabel,
  slateNumber,
  weekLabel,
} from './week-number.ts'

const WEEKS = Array.from({ length: 22 }, (_, index) => index + 1)
const SLATES = WEEKS.flatMap((week) => Array.from({ length: MAX_SLATES }, (_, index) => slateNumber(week, index)))

describe('the number of a week', () => {
  it('is that of its week of the league, and orders its slates', () => {
    expect(SLATES.toSorted((a, b) => a - b)).toEqual(SLATES)
    expect(SLATES.map(leagueWeekOf)).toEqual(WEEKS.flatMap((week) => Array.from({ length: MAX_SLATES }, () => week)))
    expect([SLATES.every(isSlate), WEEKS.some(isSlate)]).toEqual([true, false])
  })
  it('has one label, from which it can be read', () => {
    expect([13, 13.1, 13.2, 22.6].map(weekLabel)).toEqual(['13', '13a', '13b', '22f'])
    for (const number of [...WEEKS, ...SLATES]) {
      expect(parseWeekLabel(weekLabel(number))).toBe(number)
      expect(isWeekNumber(number)).toBe(true)
    }
    expect([' 13A ', '13g', '13ab', 'a', '', '-1', '130'].map(parseWeekLabel)).toEqual([
      13.1,
      ...Array.from({ length: 6 }, () => undefined),
    ])
    expect([13.7, 13.15, 0.05, Number.NaN, -1].map(isWeekNumber)).toEqual([false, false, false, false, false])
  })
  it('is followed by the next slate or the next week', () => {
    expect([13, 13.1, 13.6].map(numberAfter)).toEqual([14, 13.2, 14])
  })
})
