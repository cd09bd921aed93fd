import type { PoolView, WeekInfo } from '@outlast/contract/live'
import { describe, expect, it } from 'vitest'
import { shownWeek } from './week-choice.ts'

const week = (id: number, season_year: number, week_number: number, is_current = false) =>
  ({ id, season_year, week_number, is_current }) as WeekInfo
const pool = (...weeks: readonly WeekInfo[]) => ({ weeks }) as PoolView

describe('shownWeek', () => {
  it('defaults to the current week, or to the first week if none is current', () => {
    expect(shownWeek(pool(week(3, 2025, 3), week(2, 2025, 2, true)), undefined)?.id).toBe(2)
    expect(shownWeek(pool(week(3, 2025, 3), week(2, 2025, 2), week(1, 2024, 18)), undefined)?.id).toBe(1)
    expect(shownWeek(pool(), 5)).toBeUndefined()
  })

  it('keeps the chosen week until it is deleted', () => {
    const weeks = [week(3, 2025, 3), week(2, 2025, 2, true)]
    expect(shownWeek(pool(...weeks), 3)?.id).toBe(3)
    expect(shownWeek(pool(...weeks), 9)?.id).toBe(2)
  })
})
