import type { GameInfo, SeasonEntry, WeekInfo } from '@outlast/contract/live'
import { expect, it } from 'vitest'
import type { TeamUses } from '@outlast/domain/rules'
import { teamOptions } from './team-options.ts'

const week = { week_number: 3, ineligible_teams: ['DAL'] } as unknown as WeekInfo
const games = [
  { away_team_abbr: 'DAL', home_team_abbr: 'PHI' },
  { away_team_abbr: 'KC', home_team_abbr: 'LAC' },
] as GameInfo[]
const ONCE = { teamUses: 1, teamsFreeAgainIn: null }
const entry = { picks: { 1: 'KC', 3: 'PHI' } } as unknown as SeasonEntry

it('teamOptions: disables used teams and byes, and labels why', () => {
  const options = new Map(teamOptions(week, games, entry, ONCE).map((option) => [option.value, option]))
  expect(options.get('KC')).toMatchObject({ disabled: true, label: 'KC · Kansas City Chiefs (used in week 1)' })
  expect(options.get('DAL')).toMatchObject({ disabled: false, label: 'DAL · Dallas Cowboys (ineligible)' })
  expect(options.get('PHI')?.disabled).toBe(false)
  expect(options.get('GB')).toMatchObject({ disabled: true, label: 'GB · Green Bay Packers (bye)' })
})

it('teamOptions: leaves a team that can be used again, and those that are free again', () => {
  const isDisabled = (uses: TeamUses) => teamOptions(week, games, entry, uses).find(({ value }) => value === 'KC')?.disabled
  expect([ONCE, { ...ONCE, teamUses: 2 }, { ...ONCE, teamsFreeAgainIn: 3 }].map(isDisabled)).toEqual([true, false, false])
})

it('teamOptions: enables all 32 teams when the week has no games', () => {
  expect(teamOptions(week, [], undefined, ONCE).filter(({ disabled }) => !disabled)).toHaveLength(32)
})

it('teamOptions: counts all teams of weeks with several picks, and disables those of the other picks of the week', () => {
  const several = { picks: { 1: 'GB' }, more: { 1: ['KC'] } } as unknown as SeasonEntry
  const options = new Map(teamOptions(week, games, several, ONCE, ['PHI']).map((option) => [option.value, option]))
  expect(options.get('KC')?.label).toBe('KC · Kansas City Chiefs (used in week 1)')
  expect(options.get('PHI')).toMatchObject({ disabled: true, label: 'PHI · Philadelphia Eagles (picked already)' })
})
