import { expect, it } from 'vitest'
import { setAsideText } from './void-plan-text.ts'

it('setAsideText: says why a pick does not count after the lock', () => {
  const game = (home_team_abbr: string, away_team_abbr: string, more: object = {}) => ({
    home_team_abbr,
    away_team_abbr,
    status: 'scheduled' as const,
    ...more,
  })
  const games = [game('KC', 'LAC'), game('SEA', 'DEN', { status: 'postponed', phase: 'moved' })]
  const why = (team: string) => setAsideText(team, 5, games, new Map([['KC', 2]]))
  expect([why('BUF'), why('SEA'), why('KC'), why('LAC')]).toEqual([
    'BUF had no game in week 5',
    'the game of SEA moved to another week',
    'KC was used in week 2',
    null,
  ])
})
