import { describe, expect, it } from 'vitest'
import { briefTime, easternKickoff, easternTime, easternTimeOfDay, ownTimeFirst, preciseTime, timeOfDay } from './format.ts'

const SUMMER = '2026-09-13T16:00:05.000Z'
const WINTER = '2026-11-22T17:00:05.000Z'

describe('times', () => {
  it('name the pool’s clock ET, in summer and in winter', () => {
    expect(easternTime(SUMMER)).toBe('Sun, Sep 13, 12:00 PM ET')
    expect(easternTime(WINTER)).toBe('Sun, Nov 22, 12:00 PM ET')
    expect(easternTimeOfDay(WINTER)).toBe('12:00 PM ET')
    expect(easternKickoff(WINTER, true)).toBe('Sun, Nov 22, 12:00 PM ET')
    expect(easternKickoff(WINTER, false)).toBe('Sun, Nov 22')
  })

  it.each([SUMMER, WINTER])('have no other word for a zone than ET and “your time”: %s', (iso) => {
    expect(ownTimeFirst(iso)).toMatch(/^(?:.* [AP]M your time · )?.*12:00 PM ET$/)
    expect(preciseTime(iso)).toMatch(/^\w{3} \d+, 2026, \d+:00:05 [AP]M (?:ET|your time)$/)
    expect(timeOfDay(iso)).toMatch(/^\d+:\d\d:05 [AP]M (?:ET|your time)$/)
  })
})

describe('briefTime', () => {
  it('is the time without its half of the day, or the weekday on another day', () => {
    expect(briefTime(SUMMER, Date.parse(SUMMER) + 3_600_000)).toMatch(/^\d+:00$/)
    expect(briefTime(SUMMER, Date.parse(SUMMER) + 2 * 86_400_000)).toBe('Sun')
  })
})
