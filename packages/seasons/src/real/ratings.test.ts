import { carriedOver, expectedMargin, gameOdds, NO_RATINGS, ratedGames, type Ratings, ratingsAfter } from '@outlast/domain'
import { expect, it } from 'vitest'
import { realSeason } from './real-seasons.ts'
import { REAL_SEASONS, type RealSeasonYear } from './years.ts'

// How good the chances before kickoff are (docs/odds.md): each week of the seasons that ship is predicted from the weeks before it.

interface Prediction {
  readonly home: number
  readonly hasWon: boolean
}

/** Predicts a season from what the one before it left, and from its own weeks. */
function predict(
  year: RealSeasonYear,
  before: Ratings,
): { readonly predictions: readonly Prediction[]; readonly after: Ratings } {
  let ratings = before
  const predictions: Prediction[] = []
  for (const week of realSeason(year).weeks.values()) {
    const games = ratedGames(week)
    for (const { home, away, homeScore, awayScore } of games) {
      const margin = expectedMargin(ratings, home, away)
      const odds = gameOdds({ status: 'scheduled', homeScore: null, awayScore: null, detail: null, margin })
      predictions.push({ home: odds.home, hasWon: homeScore > awayScore })
    }
    ratings = ratingsAfter(ratings, games)
  }
  return { predictions, after: ratings }
}

const brierOf = (predictions: readonly Prediction[]): number =>
  predictions.reduce((sum, { home, hasWon }) => sum + (home - Number(hasWon)) ** 2, 0) / predictions.length

const seasons = new Map<number, ReturnType<typeof predict>>()
for (const year of REAL_SEASONS) {
  seasons.set(year, predict(year, carriedOver(seasons.get(year - 1)?.after ?? NO_RATINGS)))
}
const briers = new Map([...seasons].map(([year, { predictions }]) => [year, brierOf(predictions)]))

it('has the Brier scores that docs/odds.md gives, which it prints', () => {
  const all = brierOf([...seasons.values()].flatMap(({ predictions }) => predictions))
  const text = [...briers, ['all', all] as const].map(([season, brier]) => `${season}: ${brier.toFixed(4)}`).join(', ')
  console.info(`Brier score before kickoff (a coin has 0.2500): ${text}`)
  expect(text).toBe('2021: 0.2429, 2022: 0.2237, 2025: 0.2256, all: 0.2307')
})

it('wins as often as it says, within three standard errors', () => {
  const predictions = [...seasons.values()].flatMap((season) => season.predictions)
  for (const [from, to] of [
    [0, 0.4],
    [0.4, 0.6],
    [0.6, 1],
  ] as const) {
    const some = predictions.filter(({ home }) => home >= from && home < to)
    const expected = some.reduce((sum, { home }) => sum + home, 0)
    const error = Math.sqrt(some.reduce((sum, { home }) => sum + home * (1 - home), 0))
    expect(Math.abs(some.filter(({ hasWon }) => hasWon).length - expected)).toBeLessThan(3 * error)
  }
})
