import { expect, it } from 'vitest'
import { midweekAfter } from './is-midweek.ts'

const DAY = 86_400_000
const LOCK = Date.parse('2026-09-20T16:00:00.000Z')
const week = (week_number: number, is_locked: boolean, season_year = 2026) => ({
  season_year,
  week_number,
  is_locked,
  lock_time: new Date(LOCK + (week_number - 2) * 7 * DAY).toISOString(),
})
const WEEKS = [week(1, true), week(2, false), week(18, true, 2025)]

it('names the week that locked last before an open one, until a day before its lock', () => {
  expect(midweekAfter(WEEKS, week(2, false), LOCK - DAY - 1)).toEqual(week(1, true))
  expect(midweekAfter(WEEKS, week(2, false), LOCK - DAY)).toBeNull()
  expect(midweekAfter(WEEKS, week(4, false), LOCK)).toEqual(week(1, true))
})

it('is null without a week, for a locked one, and before the first of a season', () => {
  expect(midweekAfter(WEEKS, null, LOCK - 3 * DAY)).toBeNull()
  expect(midweekAfter([week(1, true), week(2, true)], week(2, true), LOCK - 3 * DAY)).toBeNull()
  expect(midweekAfter(WEEKS, week(1, false), LOCK - 10 * DAY)).toBeNull()
})
