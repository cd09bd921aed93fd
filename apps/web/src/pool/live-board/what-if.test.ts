import type { GameInfo } from '@outlast/contract/live'
import { describe, expect, it } from 'vitest'
import { formatAssumed, parseAssumed, toggleAssumed } from './what-if.ts'

const game = (id: number, away: string, home: string, status: GameInfo['status'] = 'scheduled') =>
  ({ id, away_team_abbr: away, home_team_abbr: home, status }) as GameInfo

const GAMES = [game(1, 'BUF', 'KC'), game(2, 'DAL', 'GB'), game(3, 'NYJ', 'MIA', 'final')]

describe('the address of assumed results', () => {
  it('names winners, and both teams of a tie', () => {
    const assumed = new Map([
      [1, 'away'],
      [2, 'tie'],
    ] as const)
    expect(formatAssumed(assumed, GAMES)).toBe('BUF.DAL-GB')
    expect(parseAssumed('BUF.DAL-GB', GAMES)).toEqual(assumed)
  })
  it('ignores what is not a team of the week, and games that are final', () => {
    expect(parseAssumed('MIA.XX..KC', GAMES)).toEqual(new Map([[1, 'home']]))
    expect(parseAssumed('', GAMES).size).toBe(0)
  })
})

describe('toggleAssumed', () => {
  it('replaces an end, and takes it back', () => {
    const home = toggleAssumed(new Map(), 1, 'home')
    expect(toggleAssumed(home, 1, 'away')).toEqual(new Map([[1, 'away']]))
    expect(toggleAssumed(home, 1, 'home').size).toBe(0)
  })
})
