import type { GameStatus } from './values/game-life.ts'
import type { SettledResult } from './values/game.ts'

// The chances of running games and of the entries that hang on them (docs/odds.md). Pure arithmetic on what is public: the browser
// computes it, so that any number of viewers costs the server nothing (docs/decisions/046).

/** The model's parameters. docs/odds.md names the source of each. */
export const ODDS_MODEL = {
  /** Points by which the home team is expected to win against an equal one. */
  homeAdvantage: 2,
  /** Standard deviation of the final difference in points. */
  standardDeviation: 14,
  /** The share of games in overtime that end in a tie. */
  tiedOvertimes: 0.07,
} as const

const REGULATION_S = 3_600
const QUARTER_S = 900
const OVERTIME_S = 600
/** Scores are whole numbers: a difference between -0.5 and 0.5 is a level score. */
const HALF_A_POINT = 0.5

/** How far a game is. In overtime, the seconds are those of the extra period. */
export interface GameClock {
  readonly period: 'regulation' | 'overtime'
  readonly secondsLeft: number
}

/** A game as far as its odds depend on it. */
export interface OddsGame {
  readonly status: GameStatus
  readonly homeScore: number | null
  readonly awayScore: number | null
  /** The feed's description of a game that is played, e.g. `1:01 - 4th`. */
  readonly detail: string | null
  /** By how many points the home team was expected to win; by default by the home advantage. */
  readonly margin?: number | undefined
}

/** The chances of the three ends of a game. They add up to 1. */
export interface GameOdds {
  readonly home: number
  readonly away: number
  readonly tie: number
}

const KICKOFF: GameClock = { period: 'regulation', secondsLeft: REGULATION_S }
/** Replaces a clock that the feed does not report, for example during a delay. */
const HALFTIME: GameClock = { period: 'regulation', secondsLeft: REGULATION_S / 2 }

/** Reads the clock of a running game from the feed's description. Returns undefined when the text does not tell it. */
export function parseClock(detail: string | null): GameClock | undefined {
  const text = (detail ?? '').trim().toLowerCase()
  if (text.startsWith('half')) return HALFTIME
  if (/^end of (4th|regulation)/.test(text)) return { period: 'overtime', secondsLeft: OVERTIME_S }
  const ended = /^end of ([123])(?:st|nd|rd)/.exec(text)
  if (ended !== null) return inQuarter(Number(ended[1]), 0)
  if (/^(ot|overtime)$/.test(text)) return { period: 'overtime', secondsLeft: OVERTIME_S }
  const [, minutes, seconds, period = ''] = /^(\d{1,2}):(\d{2}) - (\d|ot|overtime)/.exec(text) ?? []
  if (minutes === undefined) return undefined
  const secondsLeft = Number(minutes) * 60 + Number(seconds)
  if (period.startsWith('o')) return { period: 'overtime', secondsLeft: Math.min(secondsLeft, OVERTIME_S) }
  const quarter = Number(period)
  return quarter >= 1 && quarter <= 4 ? inQuarter(quarter, Math.min(secondsLeft, QUARTER_S)) : undefined
}

function inQuarter(quarter: number, secondsLeft: number): GameClock {
  return { period: 'regulation', secondsLeft: (4 - quarter) * QUARTER_S + secondsLeft }
}

/**
 * Returns the chances of a game's three ends by Stern's Brownian motion model: the difference in points moves like a Brownian motion
 * whose drift is what the home team was expected to win by. A game that is over is certain; a called-off game is treated like one that has not begun.
 */
export function gameOdds(game: OddsGame): GameOdds {
  const lead = (game.homeScore ?? 0) - (game.awayScore ?? 0)
  if (game.status === 'final') return certain(lead)
  if (game.status !== 'in_progress') return oddsOf(0, KICKOFF, game.margin)
  return oddsOf(lead, parseClock(game.detail) ?? HALFTIME, game.margin)
}

const certain = (lead: number): GameOdds => ({ home: Number(lead > 0), away: Number(lead < 0), tie: Number(lead === 0) })

/**
 * Returns the chances for a lead of the home team at a clock.
 * @param margin by how many points it was expected to win
 */
export function oddsOf(lead: number, { period, secondsLeft }: GameClock, margin?: number): GameOdds {
  // A level overtime: the first score usually ends it, so the chance of a tie grows as its time passes.
  if (period === 'overtime' && lead === 0) return shared(ODDS_MODEL.tiedOvertimes ** (secondsLeft / OVERTIME_S))
  const end = endOf(lead, secondsLeft / REGULATION_S, margin)
  if (period === 'overtime') return end
  const overtime = shared(ODDS_MODEL.tiedOvertimes)
  return {
    home: end.home + end.tie * overtime.home,
    away: end.away + end.tie * overtime.away,
    tie: end.tie * overtime.tie,
  }
}

const shared = (tie: number): GameOdds => ({ home: (1 - tie) / 2, away: (1 - tie) / 2, tie })

/** The difference at the end of a stretch of play, as a part of 60 minutes: ahead, behind or level. */
function endOf(lead: number, time: number, margin: number = ODDS_MODEL.homeAdvantage): GameOdds {
  if (time <= 0) return certain(lead)
  const mean = lead + margin * time
  const deviation = ODDS_MODEL.standardDeviation * Math.sqrt(time)
  const home = normalCdf((mean - HALF_A_POINT) / deviation)
  const away = normalCdf((-mean - HALF_A_POINT) / deviation)
  return { home, away, tie: Math.max(0, 1 - home - away) }
}

/** The distribution function of the standard normal distribution, with an error below 1.5e-7 (Abramowitz and Stegun, 7.1.26). */
export function normalCdf(x: number): number {
  const t = 1 / (1 + (0.3275911 * Math.abs(x)) / Math.SQRT2)
  const series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  const tail = (series * Math.exp((-x * x) / 2)) / 2
  return x > 0 ? 1 - tail : tail
}

/** A game with the number of entries that survive if the home team wins, or the away team, and fall otherwise. */
export interface GameAtStake {
  readonly odds: GameOdds
  readonly onHome: number
  readonly onAway: number
  /** What a tie counts as. */
  readonly level: SettledResult
}

/**
 * Returns the exact distribution of the number of survivors: the chance of each number from 0 on. The games are independent of each
 * other; the two sides of one game are not, because at most one of them wins.
 * @param safe the entries that survive however the games end
 */
export function survivorDistribution(safe: number, games: readonly GameAtStake[]): Float64Array {
  let chances: Float64Array = new Float64Array([1])
  for (const { odds, onHome, onAway, level } of games) {
    const afterTie = level === 'loss' ? 0 : onHome + onAway
    const next = new Float64Array(chances.length + Math.max(onHome, onAway, afterTie))
    const add = (count: number, chance: number): void => {
      next[count] = (next[count] ?? 0) + chance
    }
    for (const [count, chance] of chances.entries()) {
      add(count + onHome, chance * odds.home)
      add(count + onAway, chance * odds.away)
      add(count + afterTie, chance * odds.tie)
    }
    chances = next
  }
  const distribution = new Float64Array(safe + chances.length)
  distribution.set(chances, safe)
  return distribution
}

/** The ends of a game, in the order in which {@link waysToEnd} numbers them. */
export const GAME_ENDS = ['home', 'away', 'tie'] as const

/** One way in which several games can end together. */
export interface WayToEnd {
  readonly chance: number
  /** The index in {@link GAME_ENDS} of the end of each game. */
  readonly ends: readonly number[]
}

/** Up to so many ways are all listed; of more, so many are drawn. Eight games with three ends have 6,561. */
const MOST_WAYS = 6_561

/**
 * Returns the ways in which independent games can end together. While there are few, these are all of them with their exact chances.
 * Otherwise they are drawn, always in the same way for the same chances, and a chance that is made of them is off by less than 0.02
 * in 99 of 100 cases.
 */
export function waysToEnd(games: readonly GameOdds[]): readonly WayToEnd[] {
  const possible = games.map((odds) => GAME_ENDS.flatMap((end, i) => (odds[end] > 0 ? [i] : [])))
  if (possible.reduce((ways, ends) => ways * ends.length, 1) > MOST_WAYS) return drawnWays(games)
  let ways: readonly WayToEnd[] = [{ chance: 1, ends: [] }]
  for (const [game, ends] of possible.entries()) {
    ways = ways.flatMap((way) =>
      ends.map((end) => ({ chance: way.chance * chanceOfEnd(games, game, end), ends: [...way.ends, end] })),
    )
  }
  return ways
}

function chanceOfEnd(games: readonly GameOdds[], game: number, end: number): number {
  const name = GAME_ENDS[end]
  return name === undefined ? 0 : (games[game]?.[name] ?? 0)
}

function drawnWays(games: readonly GameOdds[]): readonly WayToEnd[] {
  let state = 1
  const draw = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const endOfGame = ({ home, away }: GameOdds): number => {
    const drawn = draw()
    return drawn < home ? 0 : drawn < home + away ? 1 : 2
  }
  return Array.from({ length: MOST_WAYS }, () => ({ chance: 1 / MOST_WAYS, ends: games.map(endOfGame) }))
}

/** Returns the chance that at most `count` survive. */
export function chanceOfAtMost(distribution: Float64Array, count: number): number {
  return distribution.subarray(0, Math.max(0, count + 1)).reduce((sum, chance) => sum + chance, 0)
}

/** Returns the smallest number of survivors that is not exceeded in half of all cases. */
export function medianSurvivors(distribution: Float64Array): number {
  let sum = 0
  for (const [count, chance] of distribution.entries()) {
    sum += chance
    if (sum >= 0.5) return count
  }
  return distribution.length - 1
}
