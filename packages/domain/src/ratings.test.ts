import { describe, expect, it } from 'vitest'
import { gameOdds } from './odds.ts'
import { carriedOver, expectedMargin, NO_RATINGS, RATING_MODEL, ratedGames, ratingsAfter } from './ratings.ts'
import type { TeamAbbr } from './values/teams.ts'

const KC = 'KC' as TeamAbbr
const LV = 'LV' as TeamAbbr
const result = (homeScore: number, awayScore: number) => ({ home: KC, away: LV, homeScore, awayScore })
type Score = readonly [home: number, away: number]
const after = (...scores: readonly Score[]) =>
  scores.reduce((ratings, [home, away]) => ratingsAfter(ratings, [result(home, away)]), NO_RATINGS)

describe('ratings', () => {
  it('move from the team that loses to the one that wins', () => {
    const ratings = after([20, 17])
    expect(ratings.get(KC)).toBeGreaterThan(0)
    expect(ratings.get(LV)).toBe(-(ratings.get(KC) ?? 0))
  })

  it('move more by a clear win, by one that nobody expected, and by one away', () => {
    const gain = (scores: readonly Score[], team = KC) => {
      const before = after(...scores.slice(0, -1))
      return (after(...scores).get(team) ?? 0) - (before.get(team) ?? 0)
    }
    expect(gain([[30, 3]])).toBeGreaterThan(gain([[20, 17]]))
    expect(
      gain([
        [30, 3],
        [30, 3],
      ]),
    ).toBeLessThan(gain([[30, 3]]))
    expect(gain([[3, 30]], LV)).toBeGreaterThan(gain([[30, 3]]))
    expect(gain([[10, 10]])).toBe(0)
  })

  it('are drawn to the mean for the next season', () => {
    const ratings = after([30, 3])
    expect(carriedOver(ratings).get(KC)).toBeCloseTo((ratings.get(KC) ?? 0) * RATING_MODEL.kept)
  })

  it('count final games with two scores of two known teams only', () => {
    const game = { ...result(20, 17), status: 'final' } as const
    const others = [
      { ...game, status: 'in_progress' as const },
      { ...game, homeScore: null },
      { ...game, home: 'TBD' as TeamAbbr },
    ]
    expect(ratedGames([game, ...others])).toEqual([result(20, 17)])
  })
})

describe('expectedMargin', () => {
  it('is nothing unless both teams have played', () => {
    expect(expectedMargin(NO_RATINGS, KC, LV)).toBeUndefined()
    expect(expectedMargin(new Map([[KC, 10]]), KC, LV)).toBeUndefined()
  })

  it('is the difference of the ratings in points, and playing at home', () => {
    const ratings = new Map([
      [KC, 30],
      [LV, -30],
    ])
    expect(expectedMargin(ratings, KC, LV)).toBe(5)
    expect(expectedMargin(ratings, LV, KC)).toBe(-1)
  })

  it('moves the chances, less the later it is', () => {
    const chance = (detail: string, margin: number) =>
      gameOdds({ status: 'in_progress', homeScore: 0, awayScore: 0, detail, margin }).home
    const effect = (detail: string) => chance(detail, 7) - chance(detail, -7)
    expect(effect('15:00 - 1st')).toBeGreaterThan(effect('15:00 - 4th'))
    expect(effect('15:00 - 4th')).toBeGreaterThan(0)
  })
})
