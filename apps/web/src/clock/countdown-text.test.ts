import { describe, expect, it } from 'vitest'
import {
  briefTimeLeft,
  countdownText,
  lockAnnouncement,
  largestUnits,
  spokenTimeLeft,
  timeLeft,
  urgencyLevel,
} from './countdown-text.ts'

const S = 1_000
const M = 60 * S
const H = 60 * M
const D = 24 * H

describe('timeLeft', () => {
  it.each([
    [2 * D + 3 * H + 4 * M + 5 * S, { days: 2, hours: 3, minutes: 4, seconds: 5 }],
    [1, { days: 0, hours: 0, minutes: 0, seconds: 1 }],
    [0, { days: 0, hours: 0, minutes: 0, seconds: 0 }],
    [-H, { days: 0, hours: 0, minutes: 0, seconds: 0 }],
  ])('splits %i ms into %o', (ms, units) => expect(timeLeft(ms)).toEqual(units))
})

describe('largestUnits', () => {
  it.each([
    [3 * D, ['3 day']],
    [3 * D + 4 * H + 5 * S, ['3 day', '4 hour']],
    [H + 59 * S, ['1 hour']],
    [59 * M + 12 * S, ['59 minute', '12 second']],
    [12 * S, ['12 second']],
    [0, ['0 second']],
  ])('of %i ms are %j', (ms, shown) => expect(largestUnits(ms).map(({ unit, count }) => `${count} ${unit}`)).toEqual(shown))
})
describe('urgencyLevel', () => {
  it.each([
    [H + 1, 'calm'],
    [H, 'hour'],
    [M + 1, 'hour'],
    [M, 'minute'],
    [-1, 'minute'],
  ])('returns the level of %i ms: %s', (ms, urgency) => expect(urgencyLevel(ms)).toBe(urgency))
})

describe('spokenTimeLeft', () => {
  it.each([
    [D + 2 * H + M, '1 day, 2 hours, 1 minute'],
    [59 * M + 30 * S, '59 minutes'],
    [30 * S, '30 seconds'],
    [0, '0 seconds'],
  ])('formats %i ms as "%s"', (ms, text) => expect(spokenTimeLeft(ms)).toBe(text))
})

describe('lockAnnouncement', () => {
  it('changes four times from the last minute on, and is empty before', () => {
    const announcements = Array.from({ length: 130 }, (_, second) => lockAnnouncement((120 - second) * S))
    expect(announcements.filter((text, index) => text !== announcements[index - 1])).toEqual([
      '',
      'Picks lock in 60 seconds',
      'Picks lock in 30 seconds',
      'Picks lock in 10 seconds',
      'Picks are closed',
    ])
    expect(announcements[59]).toBe('')
    expect(announcements[60]).toBe('Picks lock in 60 seconds')
  })
})

describe('countdownText', () => {
  it.each([
    [183_845_000, '2 days 3 hours'],
    [86_400_000, '1 day'],
    [61_000, '1 minute 1 second'],
    [400, '1 second'],
    [0, undefined],
    [-5_000, undefined],
  ])('formats %d ms as "%s"', (ms, text) => expect(countdownText(ms)).toBe(text))
})

describe('briefTimeLeft', () => {
  it.each([
    [2 * 86_400_000 + 3 * 3_600_000 + 59_000, '2 d 3 h'],
    [3 * 3_600_000 + 12 * 60_000, '3 h 12 min'],
    [545_000, '9:05'],
    [400, '0:01'],
    [-5, '0:00'],
  ])('formats %i ms as %s', (ms, text) => expect(briefTimeLeft(ms)).toBe(text))
})
