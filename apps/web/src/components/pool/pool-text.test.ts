import { describe, expect, it } from 'vitest'
import { type GameLike, scoreText, gameStatusText, type Result, resultSymbol, resultLabel, standingText } from './pool-text.ts'
import { teamName, findTeam } from './teams.ts'

const game: GameLike = {
  away_team_abbr: 'DAL',
  home_team_abbr: 'GB',
  away_score: 40,
  home_score: 40,
  status: 'final',
  detail: null,
}

describe('a result', () => {
  it.each<[Result, string, string]>([
    ['win', '✓', 'win'],
    ['loss', '✕', 'loss'],
    ['tbd', '•', 'TBD'],
    [null, '–', 'no pick'],
  ])('%s is %s, said %s', (result, shape, word) => {
    expect(resultSymbol(result)).toBe(shape)
    expect(resultLabel(result)).toBe(word)
  })
})

describe('a game', () => {
  it('is its score, away first', () => {
    expect(scoreText({ ...game, away_score: 0, home_score: 3 })).toBe('DAL 0–3 GB')
  })
  it.each([
    { away_score: null, home_score: null },
    { away_score: 7, home_score: null },
  ])('has no score to say in %j', (scores) => {
    expect(scoreText({ ...game, ...scores })).toBe('DAL at GB')
  })
  it.each([
    ['scheduled', null, 'Scheduled'],
    ['in_progress', '1:01 - 4th', '1:01 - 4th'],
    ['in_progress', null, 'In progress'],
    ['final', 'Final/OT', 'Final'],
    ['cancelled', null, 'Cancelled'],
    ['postponed', null, 'Postponed'],
  ] as const)('%s (%s) stands so: %s', (status, detail, text) => {
    expect(gameStatusText({ status, detail })).toBe(text)
  })
})

describe('a standing', () => {
  const lost = { status: 'out', eliminatedWeek: 4, cause: 'loss', team: 'DAL' } as const
  it('says how the pick was lost', () => {
    expect(standingText(lost, game)).toBe('Out in week 4: DAL 40–40 GB')
  })
  it('names the team without its game, and nothing that is not told yet', () => {
    expect(standingText(lost)).toBe('Out in week 4: DAL')
    expect(standingText({ ...lost, team: '?' })).toBe('Out in week 4')
  })
  it('says the other reasons, and that all is well', () => {
    expect(standingText({ ...lost, cause: 'missed', team: null })).toBe('Out in week 4: no pick')
    expect(standingText({ ...lost, cause: 'hand', team: null }, game)).toBe('Out in week 4: by an admin')
    expect(standingText({ status: 'alive' })).toBe('Alive')
  })
})

describe('a team', () => {
  it('has its full name', () => {
    expect(teamName('SF')).toBe('San Francisco 49ers')
    expect(findTeam('SF')?.city).toBe('San Francisco')
  })
  it('may be a placeholder', () => {
    expect(findTeam('TBD')).toBeUndefined()
    expect(teamName('TBD')).toBe('TBD')
  })
})
