import { chanceOfAtMost } from '@outlast/domain/rules'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countsAsField } from '@outlast/contract/fields/responses'
import { gameInfo, seasonEntry, seasonView, seasonWeek, weekEntry, weekInfo, weekView } from '@outlast/contract/live/test-support'
import type { GameInfo, SeasonView, WeekView } from '@outlast/contract/live/wire'
import { standingsOf } from './standings.ts'
import { chanceOfAny, weekOddsOf, withAssumedEnds } from './odds.ts'
import { stakesOf, weekSurvivorsOf } from './stakes.ts'

const running = (id: number, away: string, home: string, over: Partial<GameInfo> = {}): GameInfo =>
  gameInfo({ id, away_team_abbr: away, home_team_abbr: home, ...over })

const under =
  (level: 'loss' | 'tie', objective: 'win' | 'lose' = 'win') =>
  (game: GameInfo): GameInfo => ({
    ...game,
    ...countsAsField(objective === 'lose' ? { ahead: 'loss', behind: 'win', level } : { ahead: 'win', behind: 'loss', level }),
  })

/** Week 2 of a pool with two lives: Ann lost one before, Ben has both, Cat plays without a pick, and Dan’s loss was waived. */
const season = (over: Partial<SeasonView> = {}): SeasonView =>
  seasonView({
    lives: 2,
    missed_pick: 'eliminated',
    weeks: [
      seasonWeek(1, { is_locked: true, is_complete: true, results: { NYJ: 'loss', SF: 'win' } }),
      seasonWeek(2, { is_locked: true }),
    ],
    entries: [
      seasonEntry(1, 'Ann', { picks: { 1: 'NYJ', 2: 'KC' } }),
      seasonEntry(2, 'Ben', { picks: { 1: 'SF', 2: 'KC' } }),
      seasonEntry(3, 'Cat', { picks: { 1: 'NYJ' }, missed: [2] }),
      seasonEntry(4, 'Dan', { picks: { 1: 'NYJ', 2: 'BUF' }, forgiven: [{ week: 2, team: 'BUF' }] }),
      seasonEntry(5, 'Eve', { picks: { 1: 'NYJ', 2: 'LAC' } }),
      seasonEntry(6, 'Fay', { picks: { 1: 'SF' }, eliminated_by_hand: 2 }),
      seasonEntry(7, 'Gus', { picks: { 1: 'NYJ', 2: 'KC' }, eliminated_by_hand: 2 }),
    ],
    ...over,
  })

const week = (over: Partial<WeekView> = {}): WeekView =>
  weekView({
    week: weekInfo({ id: 2, week_number: 2, is_locked: true }),
    games: [running(1, 'LAC', 'KC'), running(2, 'BUF', 'MIA')],
    entries: [
      weekEntry(1, 'Ann', { team: 'KC' }),
      weekEntry(2, 'Ben', { team: 'KC' }),
      weekEntry(3, 'Cat'),
      weekEntry(4, 'Dan', { team: 'BUF' }),
      weekEntry(5, 'Eve', { team: 'LAC' }),
      weekEntry(6, 'Fay'),
      weekEntry(7, 'Gus', { team: 'KC' }),
    ],
    ...over,
  })

describe('stakesOf', () => {
  it('tells who goes out with a loss, who stays in, and who is out already', () => {
    expect([...stakesOf(season(), 2)!.values()]).toEqual(['at_risk', 'safe', 'at_risk', 'safe', 'at_risk', 'out', 'out'])
  })
  it('tells the same where all who fall together come back, until they have', () => {
    const wipe_out = { revive_at_most: 1 } as const
    expect([...stakesOf(season({ wipe_out }), 2)!.values()]).toEqual([
      'at_risk',
      'safe',
      'at_risk',
      'safe',
      'at_risk',
      'out',
      'out',
    ])
    const weeks = (is_complete: boolean) => [
      seasonWeek(1, { is_locked: true, is_complete, results: { NYJ: 'loss', BUF: 'loss' } }),
      seasonWeek(2, { is_locked: true }),
    ]
    const entries = [
      seasonEntry(1, 'Ann', { picks: { 1: 'NYJ', 2: 'KC' } }),
      seasonEntry(2, 'Ben', { picks: { 1: 'BUF', 2: 'KC' } }),
    ]
    const view = weekView({
      week: weekInfo({ id: 1, week_number: 1, is_locked: true }),
      games: [running(1, 'NYJ', 'BUF', { status: 'final', home_score: 3, away_score: 3 })],
      entries: [weekEntry(1, 'Ann', { team: 'NYJ' }), weekEntry(2, 'Ben', { team: 'BUF' })],
    })
    const fallen = seasonView({ wipe_out, entries, weeks: weeks(false) })
    const back = seasonView({ wipe_out, entries, weeks: weeks(true) })
    expect([...weekSurvivorsOf(view, fallen).out.keys()]).toEqual([1, 2])
    expect([...weekSurvivorsOf(view, back).alive]).toEqual([1, 2])
    // The next time, they share the title as usual.
    expect([...stakesOf(back, 2)!.values()]).toEqual(['at_risk', 'at_risk'])
  })
  it('has nothing to tell about a week that is not revealed', () => {
    expect(stakesOf(season({ weeks: [seasonWeek(2)] }), 2)).toBeNull()
    expect(stakesOf(season(), 3)).toBeNull()
  })
})

describe('weekSurvivorsOf', () => {
  it('counts nobody as alive whom an admin put out since the last week that locked', () => {
    const entries = [
      seasonEntry(1, 'Ann', { picks: { 2: 'KC' } }),
      seasonEntry(2, 'Ben', { picks: { 2: 'KC' }, eliminated_by_hand: 3 }),
    ]
    const weeks = [seasonWeek(2, { is_locked: true, is_complete: true, results: { KC: 'win' } }), seasonWeek(3)]
    const view = week({ entries: [weekEntry(1, 'Ann', { team: 'KC' }), weekEntry(2, 'Ben', { team: 'KC' })] })
    const now = weekSurvivorsOf(view, seasonView({ entries, weeks }))
    expect([[...now.alive], [...now.out]]).toEqual([[1], []])
    const later = weekSurvivorsOf(view, seasonView({ entries, weeks: [weeks[0]!, seasonWeek(3, { is_locked: true })] }))
    expect([...later.alive]).toEqual([1, 2])
  })
})

describe('weekOddsOf', () => {
  it('computes nothing for a hidden week', () => {
    const hidden = week({ week: weekInfo({ id: 2, week_number: 2, is_locked: false }) })
    expect(weekOddsOf(hidden, season())).toBeNull()
    expect(weekOddsOf(week(), season({ weeks: [seasonWeek(2)] }))).toBeNull()
  })
  it('counts the picks of each side, and those that go out', () => {
    const odds = weekOddsOf(week(), season())!
    expect(odds.games.map(({ away, home }) => [away, home])).toEqual([
      [
        { team: 'LAC', picks: 1, atRisk: 1 },
        { team: 'KC', picks: 3, atRisk: 1 },
      ],
      [
        { team: 'BUF', picks: 1, atRisk: 0 },
        { team: 'MIA', picks: 0, atRisk: 0 },
      ],
    ])
    // Ben and Dan are safe; of Ann and Eve one survives, unless their game ends in a tie.
    expect(chanceOfAtMost(odds.survivors, 1)).toBe(0)
    expect(chanceOfAtMost(odds.survivors, 3)).toBeCloseTo(1)
    expect(chanceOfAtMost(odds.survivors, 2)).toBeCloseTo(odds.games[0]!.odds.tie)
  })
  it('lets those survive whose team does not win, where members pick losers', () => {
    const games = [running(1, 'LAC', 'KC', { status: 'in_progress', home_score: 20, away_score: 3, detail: '2:00 - 4th' })]
    const entries = [weekEntry(1, 'Ann', { team: 'KC' }), weekEntry(5, 'Eve', { team: 'LAC' })]
    const chances = (objective: 'win' | 'lose') => {
      const view = week({ games: games.map(under('loss', objective)), entries })
      const odds = weekOddsOf(view, season())!
      return {
        none: chanceOfAtMost(odds.survivors, 0),
        ann: chanceOfAny(odds, view, season(), [1]),
        eve: chanceOfAny(odds, view, season(), [5]),
        game: odds.games[0]!.odds,
      }
    }
    const [win, lose] = [chances('win'), chances('lose')]
    expect([win.ann, win.eve].map((chance) => chance.toFixed(9))).toEqual(
      [win.game.home, win.game.away].map((chance) => chance.toFixed(9)),
    )
    expect([lose.ann, lose.eve]).toEqual([win.eve, win.ann])
    expect(lose.none).toBeCloseTo(win.none, 12)
    expect(win.ann).toBeGreaterThan(0.9)
  })
  it('counts who survives by the end of the game, where members pick losers', () => {
    const ended = running(1, 'LAC', 'KC', { status: 'final', home_score: 20, away_score: 3 })
    const entries = [
      weekEntry(1, 'Ann', { team: 'KC' }),
      weekEntry(8, 'Hal', { team: 'KC' }),
      weekEntry(5, 'Eve', { team: 'LAC' }),
    ]
    const entry8 = seasonEntry(8, 'Hal', { picks: { 1: 'NYJ', 2: 'KC' } })
    const all = season({ entries: [...season().entries, entry8] })
    const of = (objective: 'win' | 'lose') =>
      chanceOfAtMost(weekOddsOf(week({ games: [under('loss', objective)(ended)], entries }), all)!.survivors, 1)
    expect([of('win'), of('lose')]).toEqual([0, 1])
  })
  it('lets nobody fall in a cancelled game, and uses the game that is played instead of one that is postponed', () => {
    const cancelled = weekOddsOf(week({ games: [running(1, 'LAC', 'KC', { status: 'cancelled' })] }), season())!
    expect(chanceOfAtMost(cancelled.survivors, 3)).toBe(0)
    const moved = [running(1, 'LAC', 'KC', { status: 'postponed' }), running(3, 'LAC', 'KC')]
    expect(weekOddsOf(week({ games: moved }), season())!.games.map(({ game }) => game.id)).toEqual([3])
  })
})

describe('weekSurvivorsOf', () => {
  it('equals the standings that the season derives, for all ends of the games', () => {
    const ends = fc.array(fc.constantFrom('home', 'away', 'tie', undefined), { minLength: 2, maxLength: 2 })
    fc.assert(
      fc.property(ends, fc.constantFrom('loss', 'tie'), fc.constantFrom('win', 'lose'), (chosen, level, objective) => {
        const assumed = new Map(chosen.flatMap((end, i) => (end === undefined ? [] : [[i + 1, end] as const])))
        const view = withAssumedEnds(week({ games: week().games.map(under(level, objective)) }), assumed)
        const results: Record<string, 'win' | 'loss' | 'tie'> = {}
        for (const { id, home_team_abbr: home, away_team_abbr: away } of view.games) {
          const end = assumed.get(id)
          if (end === 'tie' && level === 'tie') Object.assign(results, { [home]: 'tie', [away]: 'tie' })
          else if (end !== undefined) {
            const [best, worst] = objective === 'lose' ? ['away', 'home'] : ['home', 'away']
            Object.assign(results, { [home]: end === best ? 'win' : 'loss', [away]: end === worst ? 'win' : 'loss' })
          }
        }
        const [first, second] = season().weeks
        const after = season({ weeks: [first!, { ...second!, results, is_complete: assumed.size === 2 }] })
        const expected = [...standingsOf(after)].filter(([, { status }]) => status === 'alive').map(([id]) => id)
        expect([...weekSurvivorsOf(view, season()).alive]).toEqual(expected)
        const causes = [...standingsOf(after)].flatMap(([id, standing]) =>
          standing.status === 'out' ? [[id, standing.cause]] : [],
        )
        expect([...weekSurvivorsOf(view, after).out]).toEqual(causes)
      }),
    )
  })
  it('counts by results alone until the season arrives', () => {
    const view = withAssumedEnds(week(), new Map([[1, 'away']]))
    expect([...weekSurvivorsOf(view, undefined).out.keys()]).toEqual([1, 2, 7])
  })
})

describe('withAssumedEnds', () => {
  it('keeps the score of a game that is final', () => {
    const games = [running(1, 'LAC', 'KC', { status: 'final', home_score: 20, away_score: 17 })]
    expect(withAssumedEnds(week({ games }), new Map([[1, 'away']])).games).toEqual(games)
  })
})

describe('chanceOfAny', () => {
  const chance = (...ids: readonly number[]): number => chanceOfAny(weekOddsOf(week(), season())!, week(), season(), ids)
  it('is certain with a safe entry, and impossible for one that is out', () => {
    expect(chance(1, 2)).toBe(1)
    expect(chance(6)).toBe(0)
  })
  it('adds the chance of a tie where a tie survives, once for both sides', () => {
    const odds = weekOddsOf(week({ games: week().games.map(under('tie')) }), season())!
    const { home, tie } = odds.games[0]!.odds
    expect(chanceOfAny(odds, week(), season(), [1])).toBeCloseTo(home + tie)
    expect(chanceOfAny(odds, week(), season(), [1, 5])).toBeCloseTo(1)
    // Ben and Dan are safe; after a tie Ann and Eve survive as well.
    expect(chanceOfAtMost(odds.survivors, 3)).toBeCloseTo(1 - tie)
  })
  it('adds up the two sides of one game, of which at most one wins', () => {
    const { home, away } = weekOddsOf(week(), season())!.games[0]!.odds
    expect(chance(1)).toBeCloseTo(home)
    expect(chance(1, 5)).toBeCloseTo(home + away)
  })
})
