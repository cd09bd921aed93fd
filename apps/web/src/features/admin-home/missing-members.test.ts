import type { AdminEntry, Reminders } from '@outlast/contract'
import { describe, expect, it } from 'vitest'
import type { PoolView, SeasonView, WeekView } from '@outlast/contract/live'
import { hasPublicTeamLeft } from './public-team-left.ts'
import { callList, missingMembers, reminderStateOf, waitForAllText } from './missing-members.ts'

const entry = (id: number, name: string, user_id: number, user_name: string, user_mobile: string | null) =>
  ({ id, name, user_id, user_name, user_mobile, user_email: `${user_name[0]}@club.example` }) as AdminEntry

const members = missingMembers([
  entry(1, 'Zebras', 7, 'Priya Shah', '+15550100'),
  entry(2, 'Anchors', 3, 'Ann Archer', null),
  entry(3, 'Owls', 7, 'Priya Shah', '+15550100'),
])

it('missingMembers: has one row a member, with all entries, by name', () => {
  expect(members.map(({ id, name, entries }) => [id, name, entries.map((own) => own.name)])).toEqual([
    [3, 'Ann Archer', ['Anchors']],
    [7, 'Priya Shah', ['Zebras', 'Owls']],
  ])
})

it('missingMembers and callList: say how many picks each entry has in a week with several', () => {
  const zebras = entry(1, 'Zebras', 7, 'Priya Shah', '+15550100')
  expect(callList(missingMembers([zebras], 2, new Map([[1, 1]])))).toBe('Priya Shah, +15550100 (Zebras: 1 of 2)')
  expect(callList(missingMembers([zebras], 3))).toBe('Priya Shah, +15550100 (Zebras: 0 of 3)')
})

it('missingMembers and callList: say which entries have no team left', () => {
  const [row] = missingMembers(
    [entry(1, 'Zebras', 7, 'Priya Shah', null), entry(3, 'Owls', 7, 'Priya Shah', null)],
    undefined,
    new Map(),
    new Set([3]),
  )
  expect(row?.entries.map(({ label, hasTeam }) => [label, hasTeam])).toEqual([
    ['Zebras', true],
    ['Owls: no team left', false],
  ])
})

it('hasPublicTeamLeft: knows the picks of revealed weeks, byes and ineligible teams', () => {
  const rules = { team_uses: 1, teams_free_again_in: null, team_lock: 'week' } as PoolView['rules']
  const season = {
    entries: [
      { id: 1, picks: { 1: 'KC' }, more: { 1: ['GB'] } },
      { id: 2, picks: {} },
    ],
  } as unknown as SeasonView
  const games = [{ home_team_abbr: 'KC', away_team_abbr: 'GB', status: 'scheduled' }] as unknown as WeekView['games']
  const left = (id: number, ineligible_teams: readonly string[] = [], more: readonly object[] = []) =>
    hasPublicTeamLeft(
      id,
      { rules },
      season,
      {
        week: { week_number: 2, ineligible_teams } as unknown as WeekView['week'],
        games: [...games, ...(more as WeekView['games'])],
      },
      0,
    )
  expect([left(1), left(2), left(2, ['KC', 'GB'])]).toEqual([false, true, false])
  expect(left(1, [], [{ home_team_abbr: 'SF', away_team_abbr: 'LAR', status: 'scheduled' }])).toBe(true)
})

it('callList: gives the number, or the address of a member without one', () => {
  expect(callList(members)).toBe('Ann Archer, A@club.example (Anchors)\nPriya Shah, +15550100 (Zebras, Owls)')
})

describe('reminderStateOf', () => {
  const reminded = [
    { user_id: 7, offset: 'member', at: '2025-09-06T23:35:00.000Z' },
    { user_id: 3, offset: 48, at: '2025-09-05T16:00:00.000Z' },
    { user_id: 7, offset: 48, at: '2025-09-05T16:00:00.000Z' },
  ] as Reminders['reminded']
  const at = (time: string) => Date.parse(`2025-09-07T${time}.000Z`)

  it('says from when on a member can be reminded again', () => {
    const wait = { canRemind: false, text: 'Reminded at 7:35 PM · again at 8:35 PM ET' }
    expect(reminderStateOf(reminded, 7, at('00:34:59'))).toEqual(wait)
    expect(reminderStateOf(reminded, 7, at('00:35:00'))).toEqual({ canRemind: true, text: 'Reminded Sat, Sep 6, 7:35 PM ET' })
  })
  it('does not wait after a reminder that the pool sent on its own', () => {
    expect(reminderStateOf(reminded, 3, Date.parse('2025-09-05T16:10:00.000Z'))).toMatchObject({ canRemind: true })
    expect(reminderStateOf(reminded, 9, at('00:00:00'))).toEqual({ canRemind: true, text: null })
  })
})

it('waitForAllText: counts back to the reminder from the time of the next', () => {
  expect(waitForAllText(null)).toBeNull()
  expect(waitForAllText('2025-09-07T00:35:00.000Z')).toBe('Reminded at 7:35 PM · again at 8:35 PM ET')
})
