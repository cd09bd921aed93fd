import type { PoolView, WeekInfo } from '@outlast/contract/live'
import { describe, expect, it } from 'vitest'
import { chosenWeek, digitsOf, numberOf, weekLabel } from './week-choice.ts'

const week = (id: number, season_year: number, week_number: number, is_current = false) =>
  ({ id, season_year, week_number, is_current }) as WeekInfo
const pool = (...weeks: readonly WeekInfo[]) => ({ weeks }) as unknown as PoolView

describe('the choice of a week', () => {
  it('labels weeks', () => {
    expect([weekLabel(week(1, 2025, 9)), weekLabel(week(1, 2025, 9, true))]).toEqual(['2025 • Week 9', '2025 • Week 9 • current'])
  })

  it('begins with the current week, else the first', () => {
    expect(chosenWeek(pool(week(3, 2025, 3), week(2, 2025, 2, true)), undefined)?.id).toBe(2)
    expect(chosenWeek(pool(week(3, 2025, 3), week(2, 2025, 2), week(1, 2024, 18)), undefined)?.id).toBe(1)
    expect(chosenWeek(pool(), 5)).toBeUndefined()
  })

  it('keeps the chosen one until it is gone', () => {
    const weeks = [week(3, 2025, 3), week(2, 2025, 2, true)]
    expect(chosenWeek(pool(...weeks), 3)?.id).toBe(3)
    expect(chosenWeek(pool(...weeks), 9)?.id).toBe(2)
  })

  it('takes digits only', () => {
    expect([digitsOf('2a0-25 '), numberOf('07'), numberOf('')]).toEqual(['2025', 7, undefined])
  })
})
