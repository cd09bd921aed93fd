import type { RulesInfo } from '@outlast/contract/live/wire'
import { expect, it } from 'vitest'
import { outlookWithoutSeason } from './outlook-without-season.ts'

it('outlookWithoutSeason: knows what a missing pick costs by the lives that are left, and not how many automatic picks there were', () => {
  const rules = {
    missed_pick: 'eliminated',
    lives: 2,
    slot_loss: 'one',
    team_lock: 'kickoff',
    auto_pick: [],
  } as unknown as RulesInfo
  const week = { season_year: 2026, week_number: 2, ineligible_teams: [], is_locked: false }
  const game = {
    home_team_abbr: 'KC',
    away_team_abbr: 'GB',
    start_time: '2026-09-20T17:00:00Z',
    kickoff_known: true,
    status: 'scheduled',
  }
  const used = { all: new Map([['GB', 1]]), up: new Map([['GB', 1]]) }
  const of = (livesLost: number, now: string, changes: object = {}) => {
    const known = { week, games: [game as never], rules: { ...rules, ...changes } }
    return outlookWithoutSeason(known, { isPaid: true, livesLost, picks: [], used }, Date.parse(now))
  }
  const [before, after] = ['2026-09-20T16:00:00Z', '2026-09-20T17:00:00Z']
  expect(of(0, before)).toMatchObject({ lives: 2, missing: { count: 1, costs: { livesLost: 1, isOut: false } } })
  expect(of(1, before)).toMatchObject({ lives: 2, missing: { costs: { livesLost: 1, isOut: true } }, autoPicks: null })
  expect([of(0, before).teamsLeft, of(0, after).teamsLeft]).toEqual([undefined, 'none'])
  const auto = { missed_pick: 'auto', max_auto_picks: 3 }
  expect(of(0, before, auto)).toMatchObject({ missing: { autoPicks: 1 }, autoPicks: { left: null, of: 3, fromList: false } })
  expect(of(0, after, auto)).toMatchObject({ missing: { autoPicks: 0, costs: { livesLost: 1 } } })
})
