import { describe, expect, it } from 'vitest'
import type { BoardGame } from '../board/board.ts'
import { hasKickedOff } from '../board/pick-rules.ts'
import { pickOptions, type PickFacts } from './pick-options.ts'

const SUNDAY = '2026-11-22T18:00:00.000Z'
const game = (id: number, away: string, home: string, more: Partial<BoardGame> = {}): BoardGame => ({
  id,
  start_time: SUNDAY,
  kickoff_known: true,
  away_team_abbr: away,
  home_team_abbr: home,
  away_score: null,
  home_score: null,
  status: 'scheduled',
  detail: null,
  ...more,
})
const facts = (more: Partial<PickFacts> = {}): PickFacts => ({
  games: [game(1, 'DAL', 'GB', { start_time: '2026-11-20T01:15:00.000Z' }), game(2, 'KC', 'LV')],
  ineligible: [],
  used: new Map(),
  teamLock: 'week',
  now: Date.parse('2026-11-21T00:00:00.000Z'),
  ...more,
})
const reasonOf = (abbr: string, more: Partial<PickFacts> = {}): string | null | undefined => {
  const { days, others } = pickOptions(facts(more))
  const playing = days.flatMap(({ games }) => games.flatMap(({ away, home }) => [away, home]))
  return [...playing, ...others].find((option) => option.abbr === abbr)?.reason
}

describe('what there is to pick', () => {
  it('is the games by day in the league’s zone, and who is on a bye', () => {
    const { days, others, hasGames } = pickOptions(facts())
    expect(days.map(({ day, games }) => [day, games.map(({ away, home }) => `${away.abbr}-${home.abbr}`)])).toEqual([
      ['Thu, Nov 19', ['DAL-GB']],
      ['Sun, Nov 22', ['KC-LV']],
    ])
    expect([others.length, hasGames]).toEqual([28, true])
  })

  it('is any team while no games are known', () => {
    const { days, others, hasGames } = pickOptions(facts({ games: [] }))
    expect([days.length, others.length, hasGames]).toEqual([0, 32, false])
    expect(others.every(({ reason }) => reason === null)).toBe(true)
  })

  it.each([
    ['DAL', {}, null],
    ['BUF', {}, 'On bye'],
    ['DAL', { used: new Map([['DAL', 3]]) }, 'Used in week 3'],
    ['BUF', { used: new Map([['BUF', 3]]) }, 'Used in week 3'],
    ['KC', { ineligible: ['KC'] }, 'Ineligible this week'],
    ['DAL', { teamLock: 'kickoff' }, 'Already kicked off'],
    ['KC', { teamLock: 'kickoff' }, null],
    ['KC', { games: [], ineligible: ['KC'] }, 'Ineligible this week'],
  ] as const)('%s with %o: %s', (abbr, more, reason) => {
    expect(reasonOf(abbr, more)).toBe(reason)
  })
})

describe('a kickoff', () => {
  const at = Date.parse(SUNDAY)
  it.each([
    ['comes at its time', game(1, 'KC', 'LV'), at, true],
    ['not before', game(1, 'KC', 'LV'), at - 1, false],
    ['never from a placeholder', game(1, 'KC', 'LV', { kickoff_known: false }), at, false],
    ['has come when the game is on', game(1, 'KC', 'LV', { status: 'in_progress' }), at - 1, true],
    ['never in a game that is called off', game(1, 'KC', 'LV', { status: 'postponed' }), at, false],
    ['never without a game', undefined, at, false],
  ])('%s', (_name, one, now, expected) => {
    expect(hasKickedOff(one, now)).toBe(expected)
  })
})
