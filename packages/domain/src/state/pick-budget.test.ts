import { describe, expect, it } from 'vitest'
import { addMs, type Instant } from '../values/instant.ts'
import { chargePickChange, PICK_CHANGES, waitForPickChange } from './pick-budget.ts'

const START = '2030-09-01T12:00:00.000Z' as Instant
const QUARTER_HOUR = 15 * 60_000

const charge = (times: number, fullAt: Instant | null, at: Instant): Instant | null =>
  Array.from({ length: times }).reduce<Instant | null>((until) => chargePickChange(until, at), fullAt)

describe('waitForPickChange', () => {
  it('allows as many changes at once as a day has quarter hours', () => {
    expect(PICK_CHANGES).toBe(96)
    expect(waitForPickChange(null, START)).toBe(0)
    expect(waitForPickChange(charge(PICK_CHANGES - 1, null, START), START)).toBe(0)
    expect(waitForPickChange(charge(PICK_CHANGES, null, START), START)).toBe(QUARTER_HOUR)
  })

  it('allows one more change each quarter of an hour', () => {
    const spent = charge(PICK_CHANGES, null, START)
    const later = addMs(START, QUARTER_HOUR)
    expect(waitForPickChange(spent, addMs(START, QUARTER_HOUR - 1))).toBe(1)
    expect(waitForPickChange(spent, later)).toBe(0)
    expect(waitForPickChange(charge(1, spent, later), later)).toBe(QUARTER_HOUR)
  })

  it('renews everything within a day, and never more', () => {
    const [day, week] = [addMs(START, 96 * QUARTER_HOUR), addMs(START, 7 * 96 * QUARTER_HOUR)]
    const spent = charge(PICK_CHANGES, null, START)
    for (const time of [day, week]) {
      expect(waitForPickChange(charge(PICK_CHANGES - 1, spent, time), time)).toBe(0)
      expect(waitForPickChange(charge(PICK_CHANGES, spent, time), time)).toBe(QUARTER_HOUR)
    }
  })
})
