import type { GameInfo } from '@outlast/contract/live'
import { describe, expect, it } from 'vitest'
import { earlyTeams, parseTeams, unknownTeams } from './ineligible.ts'

const game = (away: string, home: string, start_time: string, more: Partial<GameInfo> = {}) =>
  ({ away_team_abbr: away, home_team_abbr: home, start_time, kickoff_known: true, status: 'scheduled', ...more }) as GameInfo

describe('ineligible teams', () => {
  it('are parsed from comma-separated text', () => {
    expect(parseTeams(' kc, ,Dal ,, KC')).toEqual(['KC', 'DAL'])
    expect(parseTeams('')).toEqual([])
    expect(unknownTeams(['KC', 'XYZ'])).toEqual(['XYZ'])
  })

  it('include, when early, only teams that kick off before the lock', () => {
    const lock = '2025-09-07T16:00:00.000Z'
    const games = [
      game('DAL', 'PHI', '2025-09-05T00:20:00.000Z'),
      game('KC', 'LAC', '2025-09-06T00:00:00.000Z', { status: 'final' }),
      game('NYG', 'WSH', '2025-09-06T00:00:00.000Z', { status: 'postponed' }),
      game('GB', 'DET', '2025-09-06T00:00:00.000Z', { kickoff_known: false }),
      game('CIN', 'CLE', lock),
      game('MIA', 'IND', '2025-09-07T17:00:00.000Z'),
    ]
    expect(earlyTeams(games, lock)).toEqual(['DAL', 'PHI', 'KC', 'LAC'])
  })
})
