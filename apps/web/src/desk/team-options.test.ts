import type { GameInfo, SeasonEntry, WeekInfo } from '@outlast/contract/live'
import { expect, it } from 'vitest'
import type { TeamUses } from '@outlast/domain/rules'
import { teamOptions } from './team-options.ts'

const week = { week_number: 3, ineligible_teams: ['DAL'] } as unknown as WeekInfo
const games = [
  { away_team_abbr: 'DAL', home_team_abbr: 'PHI', status: 'scheduled', start_time: '2025-09-21T17:00:00Z', kickoff_known: true },
  { away_team_abbr: 'KC', home_team_abbr: 'LAC', status: 'scheduled', start_time: '2025-09-21T20:00:00Z', kickoff_known: true },
] as GameInfo[]
/** Sunday morning. */
const NOW = Date.parse('2025-09-21T12:00:00Z')
const ONCE = { teamUses: 1, teamsFreeAgainIn: null }
const entry = { picks: { 1: 'KC', 3: 'PHI' } } as unknown as SeasonEntry

it('teamOptions: disables used teams and byes, and labels why', () => {
  const options = new Map(teamOptions(week, games, entry, ONCE, NOW).map((option) => [option.value, option]))
  expect(options.get('KC')).toMatchObject({ disabled: true, label: 'KC · Kansas City Chiefs (used in week 1)' })
  expect(options.get('DAL')).toMatchObject({ disabled: false, label: 'DAL · Dallas Cowboys (ineligible)' })
  expect(options.get('PHI')?.disabled).toBe(false)
  expect(options.get('GB')).toMatchObject({ disabled: true, label: 'GB · Green Bay Packers (bye)' })
})

it('teamOptions: leaves a team that can be used again, and those that are free again', () => {
  const isDisabled = (uses: TeamUses) => teamOptions(week, games, entry, uses, NOW).find(({ value }) => value === 'KC')?.disabled
  expect([ONCE, { ...ONCE, teamUses: 2 }, { ...ONCE, teamsFreeAgainIn: 3 }].map(isDisabled)).toEqual([true, false, false])
})

it('teamOptions: enables all 32 teams when the week has no games', () => {
  expect(teamOptions(week, [], undefined, ONCE, NOW).filter(({ disabled }) => !disabled)).toHaveLength(32)
})

it('teamOptions: counts all teams of weeks with several picks, and disables those of the other picks of the week', () => {
  const several = { picks: { 1: 'GB' }, more: { 1: ['KC'] } } as unknown as SeasonEntry
  const options = new Map(teamOptions(week, games, several, ONCE, NOW, ['PHI']).map((option) => [option.value, option]))
  expect(options.get('KC')?.label).toBe('KC · Kansas City Chiefs (used in week 1)')
  expect(options.get('PHI')).toMatchObject({ disabled: true, label: 'PHI · Philadelphia Eagles (picked already)' })
})

it('teamOptions: says beside a team whose game has begun how it stands', () => {
  const thursday = { start_time: '2025-09-19T00:15:00Z', kickoff_known: true }
  const labels = (state: Partial<GameInfo>) => {
    const game = {
      away_team_abbr: 'DAL',
      home_team_abbr: 'PHI',
      away_score: null,
      home_score: null,
      ...thursday,
      ...state,
    } as GameInfo
    const options = teamOptions(week, [game], undefined, ONCE, NOW)
    return ['PHI', 'DAL'].map((team) => options.find(({ value }) => value === team)?.label)
  }
  expect(labels({ status: 'final', home_score: 23, away_score: 19 })).toEqual([
    'PHI · Philadelphia Eagles (won 23–19 on Thursday)',
    'DAL · Dallas Cowboys (ineligible, lost 19–23 on Thursday)',
  ])
  expect(labels({ status: 'final', home_score: 20, away_score: 20 })[0]).toContain('(tied 20–20 on Thursday)')
  expect(labels({ status: 'in_progress', home_score: 3, away_score: 7 })[0]).toContain('(trailing 3–7 since Thursday)')
  expect(labels({ status: 'scheduled' })[0]).toContain('(kicked off on Thursday)')
  expect(labels({ status: 'postponed' })[0]).toBe('PHI · Philadelphia Eagles (postponed)')
})
