import type { PoolView } from '@outlast/contract/live'
import { describe, expect, it } from 'vitest'
import { nextSeasonOf } from './next-season.ts'

const pool = (weeks: readonly (readonly [year: number, isLocked: boolean])[], ...starts: readonly number[]) =>
  ({
    weeks: weeks.map(([season_year, is_locked], index) => ({ id: index + 1, season_year, is_locked })),
    current_week_id: weeks.length === 0 ? null : 1,
    season_starts: starts.map((season_year) => ({ season_year, position: 9 })),
  }) as unknown as PoolView

describe('nextSeasonOf', () => {
  it('offers the year after the latest season', () => {
    expect(nextSeasonOf(pool([[2030, true]]))).toEqual({ started: null, next: 2031, current: 2030 })
  })
  it('offers a season whose weeks were added and have not locked', () => {
    const weeks = [
      [2030, true],
      [2031, false],
    ] as const
    expect(nextSeasonOf(pool(weeks)).next).toBe(2031)
  })
  it('offers none until the started season has begun', () => {
    expect(nextSeasonOf(pool([[2030, true]], 2031))).toEqual({ started: 2031, next: null, current: 2030 })
    const begun = [
      [2030, true],
      [2031, true],
    ] as const
    expect(nextSeasonOf(pool(begun, 2031))).toEqual({ started: 2031, next: 2032, current: 2030 })
  })
  it('offers none in a pool without weeks', () => {
    expect(nextSeasonOf(pool([]))).toEqual({ started: null, next: null, current: null })
  })
})
