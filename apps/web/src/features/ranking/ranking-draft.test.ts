import { describe, expect, it } from 'vitest'
import { isSameList, moveTeam, otherTeams, usedWeeks } from './ranking-draft.ts'

describe('moveTeam', () => {
  const teams = ['KC', 'BUF', 'SF']
  it('moves a team up, down and to the ends', () => {
    expect(moveTeam(teams, 2, 0)).toEqual(['SF', 'KC', 'BUF'])
    expect(moveTeam(teams, 0, 1)).toEqual(['BUF', 'KC', 'SF'])
    expect(moveTeam(teams, 0, 9)).toEqual(['BUF', 'SF', 'KC'])
    expect(moveTeam(teams, 2, -1)).toEqual(['SF', 'KC', 'BUF'])
  })
  it('leaves the list alone for a place that has no team', () => expect(moveTeam(teams, 3, 0)).toBe(teams))
})

describe('otherTeams', () => {
  it('returns the teams that are not listed and match every word of the search', () => {
    expect(otherTeams([], '')).toHaveLength(32)
    expect(otherTeams(['KC'], '')).toHaveLength(31)
    expect(otherTeams([], 'new york').map(({ abbr }) => abbr)).toEqual(['NYG', 'NYJ'])
    expect(otherTeams(['NYG'], 'york jets').map(({ abbr }) => abbr)).toEqual(['NYJ'])
    expect(otherTeams([], 'kc').map(({ abbr }) => abbr)).toEqual(['KC'])
  })
})

describe('usedWeeks', () => {
  const pick = (season_year: number, week_number: number, team_abbr: string | null) => ({ season_year, week_number, team_abbr })
  it('returns the season’s used teams, without sealed picks', () => {
    const picks = [pick(2025, 1, 'KC'), pick(2025, 2, null), pick(2024, 3, 'SF')]
    expect([...usedWeeks(picks, 2025)]).toEqual([['KC', 1]])
    expect([...usedWeeks(picks, null)]).toEqual([])
  })
})

it('isSameList compares the order too', () => {
  expect(isSameList(['KC', 'SF'], ['KC', 'SF'])).toBe(true)
  expect(isSameList(['KC', 'SF'], ['SF', 'KC'])).toBe(false)
})
