import { describe, expect, it } from 'vitest'
import type { BoardGame } from '../board/board.ts'
import { formBefore } from '../../../pool/team-form.ts'
import { type PickContext, pickOptions, quickPicks } from './pick-options.ts'

const game = (id: number, away: string, home: string, changes: Partial<BoardGame> = {}): BoardGame => ({
  id,
  start_time: '2026-11-22T18:00:00.000Z',
  kickoff_known: true,
  away_team_abbr: away,
  home_team_abbr: home,
  away_score: null,
  home_score: null,
  status: 'scheduled',
  detail: null,
  phase: null,
  unread: [],
  result_unread: false,
  by_hand: false,
  decided_by: null,
  ...changes,
})

const context = (changes: Partial<PickContext> = {}): PickContext => ({
  games: [game(1, 'DAL', 'GB', { start_time: '2026-11-20T01:15:00.000Z' }), game(2, 'KC', 'LV')],
  ineligible: [],
  used: [new Map()],
  form: new Map(),
  usage: new Map(),
  teamLock: 'week',
  weekNumber: 4,
  now: Date.parse('2026-11-21T00:00:00.000Z'),
  ...changes,
})

const reasonOf = (abbr: string, changes: Partial<PickContext> = {}): string | null | undefined => {
  const { days, others } = pickOptions(context(changes))
  const playing = days.flatMap(({ games }) => games.flatMap(({ away, home }) => [away, home]))
  return [...playing, ...others].find((option) => option.abbr === abbr)?.reason
}

describe('pickOptions', () => {
  it('groups games by their day in Eastern time and lists the teams on a bye', () => {
    const { days, others, hasGames } = pickOptions(context())
    expect(days.map(({ day, games }) => [day, games.map(({ away, home }) => `${away.abbr}-${home.abbr}`)])).toEqual([
      ['Thu, Nov 19', ['DAL-GB']],
      ['Sun, Nov 22', ['KC-LV']],
    ])
    expect([others.length, hasGames]).toEqual([28, true])
  })

  it('lists games that are over last', () => {
    const over = { status: 'final', away_score: 17, home_score: 24 } as const
    const games = [
      game(1, 'DAL', 'GB', { start_time: '2026-11-20T01:15:00.000Z', ...over }),
      game(2, 'KC', 'LV', over),
      game(3, 'NE', 'NYJ'),
    ]
    const { days } = pickOptions(context({ games }))
    expect(days.map(({ day, games: ofDay }) => [day, ofDay.map(({ home }) => home.abbr)])).toEqual([
      ['Sun, Nov 22', ['NYJ', 'LV']],
      ['Thu, Nov 19', ['GB']],
    ])
  })

  it('offers all 32 teams while no games are known', () => {
    const { days, others, hasGames } = pickOptions(context({ games: [] }))
    expect([days.length, others.length, hasGames]).toEqual([0, 32, false])
    expect(others.every(({ reason }) => reason === null)).toBe(true)
  })

  it.each([
    ['DAL', {}, null],
    ['BUF', {}, 'On bye'],
    ['DAL', { used: [new Map([['DAL', 3]])] }, 'Used in week 3'],
    ['DAL', { used: [new Map([['DAL', 3]]), new Map([['DAL', 4]])] }, 'Used by all these entries'],
    ['DAL', { used: [new Map([['DAL', 3]]), new Map()] }, null],
    ['KC', { ineligible: ['KC'] }, 'Ineligible this week'],
    ['DAL', { teamLock: 'kickoff' }, 'Already kicked off'],
    ['KC', { teamLock: 'kickoff' }, null],
    ['KC', { games: [], ineligible: ['KC'] }, 'Ineligible this week'],
    ['KC', { games: [], weekNumber: 4.2 }, 'Not known yet'],
    ['BUF', { weekNumber: 4.2 }, 'Not in this slate'],
  ] as const)('gives %s with %o the reason %j', (abbr, changes, reason) => {
    expect(reasonOf(abbr, changes)).toBe(reason)
  })

  it('lists used teams by week, and not once more among those on a bye', () => {
    const used = [
      new Map([
        ['BUF', 3],
        ['DAL', 1],
      ]),
    ]
    const { used: listed, others } = pickOptions(context({ used }))
    expect(listed).toEqual([
      { abbr: 'DAL', week: 1 },
      { abbr: 'BUF', week: 3 },
    ])
    expect(others.some(({ abbr }) => abbr === 'BUF')).toBe(false)
  })

  it('notes how many of several entries can take a team, and that its game is over', () => {
    const RULES = 'your commissioner’s rules still allow it'
    const over = { status: 'final', away_score: 17, home_score: 24 } as const
    const games = [game(1, 'DAL', 'GB'), game(2, 'KC', 'LV', over)]
    const { days } = pickOptions(context({ games, used: [new Map([['DAL', 3]]), new Map(), new Map()] }))
    const notes = days.flatMap((day) => day.games.flatMap(({ away, home }) => [away.note, home.note]))
    expect(notes).toEqual(['2 of 3 entries can take it', null, `over: 17–24; ${RULES}`, `over: 24–17; ${RULES}`])
  })
})

describe('formBefore', () => {
  const week = (week_number: number, results: Record<string, 'win' | 'loss'>) =>
    ({
      id: week_number,
      week_number,
      is_locked: true,
      results,
      is_complete: true,
      left_teams: [],
      lock_position: week_number,
      first_lock_position: week_number,
      played_lock_position: null,
    }) as const

  it('returns the results of each team before the week', () => {
    const weeks = [week(1, { KC: 'loss' }), week(2, { KC: 'win', DAL: 'loss' }), week(3, { KC: 'win' }), week(4, { KC: 'loss' })]
    expect(formBefore(weeks, 5)).toEqual(
      new Map([
        ['KC', ['loss', 'win', 'win', 'loss']],
        ['DAL', ['loss']],
      ]),
    )
    expect(formBefore(weeks, 2).get('KC')).toEqual(['loss'])
  })
})

describe('the facts of a team', () => {
  const teamOf = (abbr: string, changes: Partial<PickContext>) =>
    pickOptions(context(changes))
      .days.flatMap(({ games }) => games.flatMap(({ away, home }) => [away, home]))
      .find((team) => team.abbr === abbr)
  it('are its record, its last three results, its chance to win, and how many have used it', () => {
    const form = new Map([['KC', ['loss', 'win', 'win', 'tie'] as const]])
    const games = [game(2, 'KC', 'LV', { pregame: { home: 0.6, margin: 4, from: 'rating' } })]
    const { facts, form: last } = teamOf('KC', { games, form, usage: new Map([['KC', 12]]) })!
    expect([facts.record, facts.usedBy, last]).toEqual(['2–1–1', 12, ['win', 'win', 'tie']])
    expect(facts.chance).toBeLessThan(teamOf('LV', { games })!.facts.chance!)
  })
  it('leave out what is not known', () => {
    expect(teamOf('KC', {})!.facts).toMatchObject({ record: null, chance: null, usedBy: 0 })
  })
})

describe('quickPicks', () => {
  const at = (id: number, away: string, home: string, margin: number, over: Partial<BoardGame> = {}) =>
    game(id, away, home, { pregame: { home: 0.5, margin, from: 'rating' }, ...over })
  const games = [
    at(1, 'DAL', 'GB', 9),
    at(2, 'KC', 'LV', -6),
    at(3, 'NE', 'NYJ', 3),
    at(4, 'CHI', 'DET', 12),
    game(5, 'SF', 'SEA'),
  ]
  const offered = (isLoser: boolean, changes: Partial<PickContext> = {}) =>
    quickPicks(pickOptions(context({ games, ...changes })), isLoser).map(({ abbr }) => abbr)

  it('offers the three teams with the highest chance, or the lowest in a pool of losers', () => {
    expect(offered(false)).toEqual(['DET', 'GB', 'KC'])
    expect(offered(true)).toEqual(['CHI', 'DAL', 'LV'])
  })
  it('offers no team that the picker refuses, nor one whose game has begun', () => {
    expect(offered(false, { used: [new Map([['GB', 2]])], ineligible: ['DET'] })).toEqual(['KC', 'NYJ', 'NE'])
    expect(offered(false, { games: [at(1, 'DAL', 'GB', 9, { status: 'final' }), at(2, 'KC', 'LV', -6)] })).toEqual(['KC', 'LV'])
  })
  it('offers nothing while no chance is known', () => {
    expect(offered(false, { games: [game(1, 'DAL', 'GB'), game(2, 'KC', 'LV')] })).toEqual([])
  })
})
