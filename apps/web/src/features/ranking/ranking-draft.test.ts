import { describe, expect, it } from 'vitest'
import { isSameList, moveTeam, otherTeams } from './ranking-draft.ts'

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

it('isSameList compares the order too', () => {
  expect(isSameList(['KC', 'SF'], ['KC', 'SF'])).toBe(true)
  expect(isSameList(['KC', 'SF'], ['SF', 'KC'])).toBe(false)
})
