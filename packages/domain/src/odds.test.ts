import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  chanceOfAtMost,
  type GameAtStake,
  gameOdds,
  type GameOdds,
  medianSurvivors,
  normalCdf,
  ODDS_MODEL,
  oddsOf,
  parseClock,
  survivorDistribution,
} from './odds.ts'

const minutes = (count: number) => ({ period: 'regulation', secondsLeft: count * 60 }) as const
const sum = ({ home, away, tie }: GameOdds): number => home + away + tie

describe('parseClock', () => {
  it.each([
    ['15:00 - 1st', 'regulation', 3_600],
    ['0:35 - 1st Quarter', 'regulation', 2_735],
    ['1:01 - 4th', 'regulation', 61],
    ['0:00 - 4th', 'regulation', 0],
    ['End of 1st', 'regulation', 2_700],
    ['End of 3rd Quarter', 'regulation', 900],
    ['Halftime', 'regulation', 1_800],
    ['Half', 'regulation', 1_800],
    ['End of Regulation', 'overtime', 600],
    ['5:23 - OT', 'overtime', 323],
    ['OT', 'overtime', 600],
  ] as const)('reads “%s”', (detail, period, secondsLeft) => {
    expect(parseClock(detail)).toEqual({ period, secondsLeft })
  })

  it.each([null, '', 'Delayed', '7:00 - 5th', 'soon - 4th'])('does not guess the clock of %j', (detail) => {
    expect(parseClock(detail)).toBeUndefined()
  })
})

describe('gameOdds', () => {
  const running = { status: 'in_progress', homeScore: 14, awayScore: 10, detail: '2:00 - 4th' } as const

  it('favors the home team by the home advantage at kickoff', () => {
    const { home, away } = gameOdds({ status: 'scheduled', homeScore: null, awayScore: null, detail: null })
    expect(home).toBeCloseTo(0.556, 2)
    expect(home).toBeGreaterThan(away)
  })

  it('is certain once a game is final, and a level score is a tie', () => {
    expect(gameOdds({ ...running, status: 'final' })).toEqual({ home: 1, away: 0, tie: 0 })
    expect(gameOdds({ ...running, status: 'final', homeScore: 3 })).toEqual({ home: 0, away: 1, tie: 0 })
    expect(gameOdds({ ...running, status: 'final', homeScore: 10 })).toEqual({ home: 0, away: 0, tie: 1 })
  })

  it('takes an unknown clock for halftime', () => {
    expect(gameOdds({ ...running, detail: 'Delayed' })).toEqual(oddsOf(4, minutes(30)))
  })

  it('ignores the score of a cancelled game', () => {
    expect(gameOdds({ ...running, status: 'postponed' })).toEqual(oddsOf(0, minutes(60)))
  })

  it('gives the leader of the last second nearly the whole chance', () => {
    expect(oddsOf(1, { period: 'regulation', secondsLeft: 1 }).home).toBeGreaterThan(0.98)
    expect(oddsOf(-1, { period: 'regulation', secondsLeft: 0 })).toEqual({ home: 0, away: 1, tie: 0 })
  })

  it('makes a tie likelier the longer overtime stays level', () => {
    const ties = [600, 300, 60, 0].map((secondsLeft) => oddsOf(0, { period: 'overtime', secondsLeft }).tie)
    expect(ties[0]).toBeCloseTo(ODDS_MODEL.tiedOvertimes)
    expect(ties).toEqual(ties.toSorted((a, b) => a - b))
    expect(ties.at(-1)).toBe(1)
  })

  const clocks = fc.record({
    period: fc.constantFrom('regulation' as const, 'overtime' as const),
    secondsLeft: fc.integer({ min: 0, max: 600 }),
  })

  it('always adds up to 1', () => {
    fc.assert(
      fc.property(fc.integer({ min: -60, max: 60 }), clocks, (lead, clock) => {
        const odds = oddsOf(lead, clock)
        expect(sum(odds)).toBeCloseTo(1, 10)
        for (const chance of Object.values(odds)) expect(chance).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('rises with the score of the home team, at every clock', () => {
    fc.assert(
      fc.property(fc.integer({ min: -60, max: 59 }), fc.integer({ min: 0, max: 3_600 }), (lead, secondsLeft) => {
        const clock = { period: 'regulation', secondsLeft } as const
        expect(oddsOf(lead + 1, clock).home).toBeGreaterThanOrEqual(oddsOf(lead, clock).home)
        expect(oddsOf(lead + 1, clock).away).toBeLessThanOrEqual(oddsOf(lead, clock).away)
      }),
    )
  })

  it('rises for the team that leads as the clock runs down, from three points on', () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 60 }), fc.integer({ min: 1, max: 3_600 }), (lead, secondsLeft) => {
        const [before, after] = [secondsLeft, secondsLeft - 1].map((left) => ({
          period: 'regulation' as const,
          secondsLeft: left,
        }))
        expect(oddsOf(lead, after!).home).toBeGreaterThanOrEqual(oddsOf(lead, before!).home - 1e-6)
        expect(oddsOf(-lead, after!).away).toBeGreaterThanOrEqual(oddsOf(-lead, before!).away - 1e-6)
      }),
    )
  })

  it.each([
    [0, 0.5],
    [1, 0.841344746],
    [-1.96, 0.024997895],
    [3.5, 0.999767371],
  ])('has the normal distribution at %d', (x, expected) => {
    expect(normalCdf(x)).toBeCloseTo(expected, 6)
  })
})

describe('survivorDistribution', () => {
  const stakes = fc.record({
    odds: fc
      .tuple(fc.nat(100), fc.nat(100), fc.nat(20))
      .filter((parts) => parts.some((part) => part > 0))
      .map(([home, away, tie]): GameOdds => {
        const total = home + away + tie
        return { home: home / total, away: away / total, tie: tie / total }
      }),
    onHome: fc.nat(5),
    onAway: fc.nat(5),
    level: fc.constantFrom('loss' as const, 'tie' as const),
  })

  /** Adds up the chances of all 3ⁿ ways in which the games can end. */
  function bruteForce(safe: number, games: readonly GameAtStake[]): ReadonlyMap<number, number> {
    const chances = new Map<number, number>()
    const visit = (at: number, survivors: number, chance: number): void => {
      const game = games[at]
      if (game === undefined) return void chances.set(survivors, (chances.get(survivors) ?? 0) + chance)
      visit(at + 1, survivors + game.onHome, chance * game.odds.home)
      visit(at + 1, survivors + game.onAway, chance * game.odds.away)
      visit(at + 1, survivors + (game.level === 'tie' ? game.onHome + game.onAway : 0), chance * game.odds.tie)
    }
    visit(0, safe, 1)
    return chances
  }

  it('equals the sum over all ways in which the games of a small pool can end', () => {
    fc.assert(
      fc.property(fc.nat(4), fc.array(stakes, { maxLength: 7 }), (safe, games) => {
        const distribution = survivorDistribution(safe, games)
        const expected = bruteForce(safe, games)
        for (const [count, chance] of distribution.entries()) expect(chance).toBeCloseTo(expected.get(count) ?? 0, 10)
        expect(chanceOfAtMost(distribution, distribution.length)).toBeCloseTo(1, 10)
      }),
    )
  })

  const game = { odds: { home: 0.6, away: 0.3, tie: 0.1 }, onHome: 2, onAway: 3, level: 'loss' } as const

  it('never lets both sides of one game survive, unless a tie survives', () => {
    expect([...survivorDistribution(1, [game])]).toEqual([0, 0.1, 0, 0.6, 0.3])
    expect([...survivorDistribution(1, [{ ...game, level: 'tie' }])]).toEqual([0, 0, 0, 0.6, 0.3, 0, 0.1])
  })

  it('counts at most, and finds the median', () => {
    const distribution = survivorDistribution(1, [game])
    expect(chanceOfAtMost(distribution, 0)).toBe(0)
    expect(chanceOfAtMost(distribution, 3)).toBeCloseTo(0.7)
    expect(medianSurvivors(distribution)).toBe(3)
    expect(medianSurvivors(survivorDistribution(7, []))).toBe(7)
  })
})

const data = new URL('../../../../shared/data/', import.meta.url)
const SEASONS = [2021, 2022, 2025]

/** The differences of the final scores in a season file with nflverse's columns, home minus away. */
function finalLeads(year: number): readonly number[] {
  const [header = '', ...rows] = readFileSync(new URL(`games-${year}.csv`, data), 'utf8')
    .trim()
    .split(/\r?\n/)
  const columns = header.split(',')
  return rows
    .map((row) => row.split(','))
    .map((cells) => Number(cells[columns.indexOf('home_score')]) - Number(cells[columns.indexOf('away_score')]))
}

describe.skipIf(!existsSync(data))('calibration at kickoff on real seasons (skipped without ../shared/data)', () => {
  const atKickoff = oddsOf(0, minutes(60))

  /** The mean squared error of the home team's chance. */
  const brierOf = (leads: readonly number[]): number =>
    leads.reduce((total, lead) => total + (atKickoff.home - Number(lead > 0)) ** 2, 0) / leads.length

  it('expects as many home wins and ties as happened, within three standard errors', () => {
    const leads = SEASONS.flatMap(finalLeads)
    for (const [chance, happened] of [
      [atKickoff.home, leads.filter((lead) => lead > 0).length],
      [atKickoff.tie, leads.filter((lead) => lead === 0).length],
    ] as const) {
      const error = Math.sqrt(leads.length * chance * (1 - chance))
      expect(Math.abs(happened - leads.length * chance)).toBeLessThan(3 * error)
    }
  })

  it('has a Brier score below that of a coin, which it prints', () => {
    const scores = SEASONS.map((year) => `${year}: ${brierOf(finalLeads(year)).toFixed(4)}`)
    const all = brierOf(SEASONS.flatMap(finalLeads))
    console.info(`Brier score at kickoff (a coin has 0.2500): ${scores.join(', ')}, all: ${all.toFixed(4)}`)
    expect(all).toBeLessThan(0.25)
  })

  it('spreads the final scores as widely as they were', () => {
    const leads = SEASONS.flatMap(finalLeads)
    const within = (points: number) => leads.filter((lead) => Math.abs(lead - ODDS_MODEL.homeAdvantage) <= points).length
    for (const points of [7, 14, 21]) {
      const expected = 2 * normalCdf((points + 0.5) / ODDS_MODEL.standardDeviation) - 1
      expect(Math.abs(within(points) / leads.length - expected)).toBeLessThan(0.05)
    }
  })
})
