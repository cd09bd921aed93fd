import { describe, expect, it } from 'vitest'
import { celebratedSeason, championLeavesAt } from './celebrated-season.ts'

const LOCK = Date.parse('2031-09-07T17:00:00.000Z')
const last = { seasonYear: 2030, isLocked: true, lockTime: LOCK - 300 * 86_400_000 }
const first = { seasonYear: 2031, isLocked: false, lockTime: LOCK }

describe('celebratedSeason', () => {
  it('is the season before until seven days before the first lock of the new one', () => {
    const leaves = Date.parse('2031-08-31T17:00:00.000Z')
    expect(championLeavesAt(LOCK)).toBe(leaves)
    expect(celebratedSeason([last, first], 2031, leaves - 1)).toBe(2030)
    expect(celebratedSeason([last, first], 2031, leaves)).toBe(2031)
  })
  it('is the current season once one of its weeks has locked, whatever the clock says', () => {
    expect(celebratedSeason([last, { ...first, isLocked: true }], 2031, 0)).toBe(2031)
  })
  it('follows the first lock, whichever week was added first', () => {
    const later = { ...first, lockTime: LOCK + 7 * 86_400_000 }
    expect(celebratedSeason([last, later, first], 2031, LOCK - 86_400_000)).toBe(2031)
  })
  it('is the current season where no season before was played', () => {
    expect(celebratedSeason([first], 2031, 0)).toBe(2031)
    expect(celebratedSeason([{ ...last, isLocked: false }, first], 2031, 0)).toBe(2031)
  })
  it('is the latest season before that was played', () => {
    const older = { ...last, seasonYear: 2028 }
    expect(celebratedSeason([last, older, first], 2031, 0)).toBe(2030)
  })
})
