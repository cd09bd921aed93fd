import {
  gameInfo,
  seasonEntry,
  seasonView,
  seasonWeek,
  TEAM_NAMES,
  weekEntry,
  weekInfo,
  weekView,
} from '@outlast/contract/live/test-support'
import type { GameInfo, SeasonView, WeekView } from '@outlast/contract/live/wire'
import { describe, expect, it } from 'vitest'
import { leaderboardOf } from './leaderboard.ts'
import { matrixOf } from './matrix.ts'
import { seasonCountOf, sharersOf, usageAlive, weekCountOf } from './pool-count.ts'
import { areGamesOver, distributionOf, resultsOf, revealOf } from './reveal.ts'
import { isLastLocked, weekSurvivorsOf } from './stakes.ts'
import { seasonOutcomeOf } from './standings.ts'

const WEEK = 2

/** A small generator with a seed, so that a failure names a game day that can be played again. */
function randomOf(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** What the screens show at one moment of a game day. */
interface Moment {
  readonly view: WeekView
  readonly season: SeasonView
}

/** Plays week 2 of a pool: the lock, an entry that joins late, scores, finals, and a corrected result. */
function gameDay(seed: number): readonly Moment[] {
  const random = randomOf(seed)
  const gameCount = 3 + random(6)
  let games: readonly GameInfo[] = Array.from({ length: gameCount }, (_, i) =>
    gameInfo({ id: i + 1, espn_id: String(i), away_team_abbr: TEAM_NAMES[2 * i]!, home_team_abbr: TEAM_NAMES[2 * i + 1]! }),
  )
  const missed_pick = random(2) === 0 ? 'survives' : 'eliminated'
  const before = TEAM_NAMES.slice(-4)
  const players = Array.from({ length: 5 + random(40) }, (_, i) => {
    const team = random(8) === 0 ? null : TEAM_NAMES[random(2 * gameCount)]!
    return { id: i + 1, name: `Entry ${i + 1}`, team, first: before[random(4)]! }
  })
  // One team of week 1 lost, so that some entries are out before the week.
  const results = { [before[0]!]: 'loss', [before[1]!]: 'win', [before[2]!]: 'win', [before[3]!]: 'win' } as const
  const began = players.filter(({ first }) => first !== before[0])
  const momentOf = (isLocked: boolean): Moment => {
    const week = weekInfo({ id: WEEK, week_number: WEEK, is_locked: isLocked })
    const view = weekView({
      week,
      games,
      entries: began.map(({ id, name, team }) => weekEntry(id, name, { team: isLocked ? team : null })),
    })
    const entries = players.map(({ id, name, team, first }) => {
      const picks = { 1: first, ...(isLocked && team !== null && first !== before[0] ? { [WEEK]: team } : {}) }
      const isMissed = isLocked && team === null && first !== before[0]
      return seasonEntry(id, name, { picks, missed: isMissed ? [WEEK] : [], created_position: 1 })
    })
    // It joined after the lock of week 2 and plays from week 3 on.
    const late = isLocked ? [seasonEntry(900, 'Late', { created_position: 500 })] : []
    const weeks = [
      seasonWeek(1, { is_locked: true, is_complete: true, results }),
      seasonWeek(WEEK, {
        is_locked: isLocked,
        is_complete: isLocked && areGamesOver(games),
        results: isLocked ? Object.fromEntries(resultsOf(view)) : {},
      }),
    ]
    return { view, season: seasonView({ missed_pick, weeks, entries: [...entries, ...late] }) }
  }
  const moments = [momentOf(false), momentOf(true)]
  const change = (index: number, over: Partial<GameInfo>): void => {
    games = games.map((game, i) => (i === index ? { ...game, ...over } : game))
    moments.push(momentOf(true))
  }
  for (let i = 0; i < gameCount; i += 1) {
    change(i, { status: 'in_progress', away_score: random(20), home_score: random(20) })
    change(i, { status: 'final', away_score: random(3) * 7, home_score: random(3) * 7 })
  }
  const corrected = random(gameCount)
  change(corrected, { away_score: 3, home_score: 10 })
  change(corrected, { away_score: 10, home_score: 3 })
  return moments
}

/** Every number of the screens that says how many are alive, out or picked, by the part that shows it. */
function numbersOf({ view, season }: Moment) {
  const matrix = matrixOf(season)
  const { totals, rows } = revealOf(view)
  const count = weekCountOf(view, season)
  return {
    count,
    season: seasonCountOf(season),
    survivors: weekSurvivorsOf(view, season),
    grid: matrix.entries.filter(({ eliminated_week }) => eliminated_week === null).length,
    leaderboard: leaderboardOf(matrix).filter(({ eliminated_week }) => eliminated_week === null).length,
    totals,
    rows: rows.length,
    distribution: distributionOf(view).reduce((sum, row) => sum + row.count, 0),
    pot: sharersOf(season),
    outcome: seasonOutcomeOf(season),
  }
}

describe('the numbers of 20 game days', () => {
  it.each(Array.from({ length: 20 }, (_, i) => i + 1))('agree on every screen at every moment of day %d', (seed) => {
    for (const moment of gameDay(seed)) {
      const { count, season, survivors, grid, leaderboard, totals, rows, distribution, pot, outcome } = numbersOf(moment)
      const { view } = moment
      // The live board, the landing page, The Grid and the leaderboard.
      expect([count.alive, grid, leaderboard]).toEqual([season.alive, season.alive, season.alive])
      // Those who are alive and those who are out are everybody who began the week.
      expect(survivors.alive.size + survivors.out.size).toBe(view.entries.length)
      expect([count.alive - count.later, count.total - count.later]).toEqual([survivors.alive.size, view.entries.length])
      // The totals, the table of picks and the distribution.
      expect([totals.total + totals.no_pick, totals.total]).toEqual([rows, distribution])
      expect(totals.wins + totals.losses + totals.ties + totals.tbd).toBe(totals.total)
      // Nobody is in with a lost pick, or out with one that won.
      expect(survivors.out.size).toBeGreaterThanOrEqual(totals.losses)
      // The pot is shared by those that another part of the page counts or names.
      expect(pot).toEqual(
        outcome.status === 'running'
          ? { sharers: season.alive, isDecided: false }
          : { sharers: outcome.champions.length, isDecided: true },
      )
    }
  })
})

describe('weekCountOf', () => {
  const [, lock] = gameDay(1)
  it('counts an entry that joined after the lock as alive, and says so', () => {
    const { alive, total, later } = weekCountOf(lock!.view, lock!.season)
    expect([alive, total, later]).toEqual([lock!.view.entries.length + 1, lock!.view.entries.length + 1, 1])
  })
  it('counts only those that survived an earlier week', () => {
    const earlier = weekView({ week: weekInfo({ id: 1, week_number: 1, is_locked: true }), entries: [weekEntry(1, 'Entry 1')] })
    expect([isLastLocked(earlier, lock!.season), weekCountOf(earlier, lock!.season).later]).toEqual([false, 0])
  })
})

describe('usageAlive', () => {
  it('counts the teams that entries which are alive have used in revealed weeks', () => {
    const entries = [
      seasonEntry(1, 'A', { picks: { 1: 'KC' } }),
      seasonEntry(2, 'B', { picks: { 1: 'KC' } }),
      seasonEntry(3, 'C', { picks: { 1: 'LV' } }),
    ]
    const weeks = [seasonWeek(1, { is_locked: true, is_complete: true, results: { KC: 'win', LV: 'loss' } })]
    expect([...usageAlive(seasonView({ entries, weeks }))]).toEqual([['KC', 2]])
  })
})
