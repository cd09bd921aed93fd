import { instantFromMs, type GameStatus } from '@outlast/domain'
import { describe, expect, it } from 'vitest'
import { requestIntervalMs, retryIntervalMs, withJitter, type GameSchedule } from './request-interval.ts'

const NOW = Date.UTC(2026, 10, 8, 18)
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** A game whose kickoff is `minutes` from now. */
const game = (status: GameStatus, minutes: number, kickoffKnown = true): GameSchedule => ({
  status,
  kickoff: instantFromMs(NOW + minutes * MINUTE),
  kickoffKnown,
})

describe('requestIntervalMs', () => {
  it.each([
    ['hourly without games', [], HOUR],
    ['hourly long before the next game', [game('scheduled', 24 * 60)], HOUR],
    ['in time for the hour before a game', [game('scheduled', 90)], 30 * MINUTE],
    ['every few minutes in that hour', [game('scheduled', 45)], 5 * MINUTE],
    ['in time for the kickoff', [game('scheduled', 5)], 3 * MINUTE],
    ['no more often than during a game', [game('scheduled', 2.1)], 30 * SECOND],
    ['every half minute right before the kickoff', [game('scheduled', 2)], 30 * SECOND],
    ['every half minute when a game should have started', [game('scheduled', -30)], 30 * SECOND],
    ['hourly when a game did not start for hours', [game('scheduled', -7 * 60)], HOUR],
    ['every half minute during a game', [game('final', -600), game('in_progress', -100), game('scheduled', 600)], 30 * SECOND],
    ['every few minutes when a game takes unusually long', [game('in_progress', -7 * 60)], 5 * MINUTE],
    ['every half minute during a game whose kickoff was a placeholder', [game('in_progress', -13 * 60, false)], 30 * SECOND],
    ['every few minutes soon after a game, for corrections', [game('final', -5 * 60)], 5 * MINUTE],
    ['hourly when all games are over', [game('final', -7 * 60), game('cancelled', 0), game('postponed', 1)], HOUR],
    ['hourly when the kickoff is a placeholder', [game('scheduled', 1, false)], HOUR],
  ])('requests the feed %s', (_, games, expected) => {
    expect(requestIntervalMs(games, NOW)).toBe(expected)
  })

  it('always returns in time for a kickoff', () => {
    for (let minutes = 1; minutes < 26 * 60; minutes += 1) {
      const at = NOW + requestIntervalMs([game('scheduled', minutes)], NOW)
      // Allows for the jitter of a tenth.
      expect(NOW + minutes * MINUTE - at).toBeGreaterThanOrEqual(minutes <= 2 ? -HOUR : MINUTE)
    }
  })
})

describe('retryIntervalMs', () => {
  const minutes = (interval: number) => [1, 2, 3, 4, 5, 6, 20].map((failures) => retryIntervalMs(failures, interval) / MINUTE)

  it('doubles up to the longer of the regular and the near interval', () => {
    expect(minutes(30 * SECOND)).toEqual([0.5, 1, 2, 4, 5, 5, 5])
    expect(minutes(5 * MINUTE)).toEqual([5, 5, 5, 5, 5, 5, 5])
    expect(minutes(HOUR)).toEqual([5, 10, 20, 40, 60, 60, 60])
  })
})

it('withJitter: varies the interval by a tenth', () => {
  expect([0, 0.5, 0.999999].map((random) => withJitter(1000, random))).toEqual([900, 1000, 1100])
})
