import type { WeekInfo } from '@outlast/contract/live'
import { expect, it } from 'vitest'
import { currentWeekConsequences } from './current-week-text.ts'

const week = (id: number, over: Partial<WeekInfo> = {}) =>
  ({ id, week_number: id, season_year: 2026, is_locked: false, ...over }) as WeekInfo

it('currentWeekConsequences says what a finished week hides, and that members can still pick for the open ones', () => {
  const [first, second, third] = [week(1, { is_locked: true }), week(2), week(3)]
  expect(currentWeekConsequences(first, [third, second, first])).toBe(
    'It is locked. Members can still pick for weeks 2, 3, which their dashboards list. Reminders go out for the current week. You can undo this.',
  )
  const next = week(9, { season_year: 2027, week_number: 1 })
  expect(currentWeekConsequences(next, [next, second])).toBe('Reminders go out for the current week. You can undo this.')
})
