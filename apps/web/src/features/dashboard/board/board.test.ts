import type { GameInfo, PoolView, SeasonEntry, SeasonView, UserPick, UserView, WeekInfo, WeekView } from '@outlast/contract/live'
import { describe, expect, it } from 'vitest'
import { liveBoard } from './board.ts'
import { gameOfTeam, isWeekClosed } from './pick-rules.ts'
import { ridesOf, survivorsOf } from './pick-shares.ts'

const AT = '2026-09-13T16:00:00.000Z'

const week = (id: number, number: number, more: Partial<WeekInfo> = {}): WeekInfo => ({
  id,
  season_year: 2026,
  week_number: number,
  is_current: false,
  lock_time: AT,
  lock_is_automatic: true,
  is_locked: false,
  locked_at: null,
  ineligible_teams: [],
  reopened_after_reveal: false,
  reopenings: 0,
  unmasked: false,
  unmask_reason: null,
  merkle_root: null,
  created_at: AT,
  version: 1,
  ...more,
})

const pick = (week_id: number, week_number: number, team_abbr: string, season_year = 2026): UserPick => ({
  id: week_id * 10,
  week_id,
  week_number,
  season_year,
  team_abbr,
  is_override: false,
  created_at: AT,
  updated_at: AT,
  version: 7,
})

const game = (away: string, home: string, scores?: readonly [number, number], more: Partial<GameInfo> = {}): GameInfo => ({
  id: 1,
  espn_id: '1',
  start_time: AT,
  kickoff_known: true,
  away_team_abbr: away,
  home_team_abbr: home,
  away_score: scores?.[0] ?? null,
  home_score: scores?.[1] ?? null,
  status: scores === undefined ? 'scheduled' : 'final',
  detail: null,
  final_by_admin: false,
  result_at: null,
  ...more,
})

const pool = (weeks: readonly WeekInfo[], current: number | null): PoolView => ({
  club_name: 'Club',
  current_week_id: current,
  weeks,
  site_time: null,
  rules: { missed_pick: 'survives', team_lock: 'week', max_entries_per_member: null, late_entries: 'allowed' },
  rules_locked_by_season: null,
})

const user = (picks: readonly UserPick[]): UserView => ({
  user: { id: 1, email: 'a@b.c', first_name: 'A', last_name: 'B', mobile: null, is_admin: false, created_at: AT },
  entries: [
    {
      id: 5,
      user_id: 1,
      name: 'Ace',
      is_paid: false,
      payment_type: null,
      paid_date: null,
      created_at: AT,
      updated_at: AT,
      version: 2,
      picks,
    },
  ],
})

const seasonEntry = (id: number, picks: Record<string, string>, more: Partial<SeasonEntry> = {}): SeasonEntry => ({
  id,
  name: `Entry ${id}`,
  user_name: 'A B',
  picks,
  missed: [],
  forgiven: [],
  eliminated_by_hand: null,
  hidden_losses: [],
  ...more,
})

const season = (entries: readonly SeasonEntry[], results: SeasonView['weeks'][number]['results'] = {}): SeasonView => ({
  season_year: 2026,
  missed_pick: 'survives',
  weeks: [
    { id: 1, week_number: 1, is_locked: true, results, is_complete: true },
    { id: 2, week_number: 2, is_locked: false, results: {}, is_complete: false },
  ],
  entries,
})

const view = (info: WeekInfo, games: readonly GameInfo[], teams: readonly (string | null)[]): WeekView => ({
  week: info,
  pick_count: teams.filter((team) => team !== null).length,
  games,
  entries: teams.map((team, index) => ({ id: index + 1, name: `Entry ${index + 1}`, team, is_override: false })),
})

const weeks = [week(2, 2), week(1, 1, { is_locked: true })]

describe('the board of the live views', () => {
  it('has no week in a pool without weeks', () => {
    const board = liveBoard({ pool: pool([], null), user: user([]), week: undefined, season: undefined })
    expect(board).toMatchObject({ week: null, firstLock: null, games: null, champions: [] })
    expect(board.entries[0]).toMatchObject({ name: 'Ace', pick: null, standing: null })
  })

  it('tells this week’s pick from the teams used in other weeks of the season', () => {
    const picks = [pick(1, 1, 'DAL'), pick(2, 2, 'KC'), pick(9, 1, 'BUF', 2025)]
    const [entry] = liveBoard({ pool: pool(weeks, 2), user: user(picks), week: undefined, season: undefined }).entries
    expect(entry?.pick).toMatchObject({ team: 'KC', receipt: 7 })
    expect([...(entry?.used ?? [])]).toEqual([['DAL', 1]])
  })

  it('closes renaming with the season’s first week', () => {
    const board = liveBoard({ pool: pool(weeks, 2), user: user([]), week: undefined, season: undefined })
    expect(board.firstLock).toMatchObject({ id: 1 })
    expect(isWeekClosed(board.firstLock, 0)).toBe(true)
  })

  it('takes the later of what two topics say of the week', () => {
    const later = week(2, 2, { is_locked: true, version: 9 })
    const views = { user: user([]), season: undefined }
    expect(liveBoard({ ...views, pool: pool(weeks, 2), week: view(later, [], []) }).week?.is_locked).toBe(true)
    const newest = [week(2, 2, { version: 10 }), weeks[1]!]
    expect(liveBoard({ ...views, pool: pool(newest, 2), week: view(later, [], []) }).week?.is_locked).toBe(false)
  })

  it('says where an entry was lost: in this week’s game, or in a week to look up', () => {
    const lost = season([seasonEntry(5, { 1: 'DAL' })], { DAL: 'loss', GB: 'loss' })
    const tie = game('DAL', 'GB', [40, 40])
    const now = liveBoard({
      pool: pool(weeks, 1),
      user: user([pick(1, 1, 'DAL')]),
      week: view(week(1, 1, { is_locked: true }), [tie], []),
      season: lost,
    })
    expect(now.entries[0]).toMatchObject({ standing: { status: 'out', team: 'DAL' }, lostGame: tie, lostIn: null })
    expect(now.entries[0]?.pick?.result).toBe('loss')
    const later = liveBoard({ pool: pool(weeks, 2), user: user([pick(1, 1, 'DAL')]), week: undefined, season: lost })
    expect(later.entries[0]).toMatchObject({ lostGame: null, lostIn: { id: 1 } })
  })

  it('knows one’s own team of a loss that is not revealed', () => {
    const hidden = season([seasonEntry(5, {}, { hidden_losses: [2] })])
    const { entries } = liveBoard({ pool: pool(weeks, 2), user: user([pick(2, 2, 'KC')]), week: undefined, season: hidden })
    expect(entries[0]?.standing).toMatchObject({ status: 'out', eliminatedWeek: 2, team: 'KC' })
  })

  it('names who won', () => {
    const over = season([seasonEntry(5, { 1: 'BUF' }), seasonEntry(6, { 1: 'DAL' })], { BUF: 'win', DAL: 'loss' })
    const board = liveBoard({ pool: pool(weeks, 1), user: user([]), week: undefined, season: over })
    expect(board.champions).toEqual(['Entry 5 (A B)'])
  })
})

describe('the live board', () => {
  const info = week(1, 1, { is_locked: true })
  const games = [game('DAL', 'GB', [7, 3]), game('NYJ', 'BUF')]
  const shown = view(info, games, ['DAL', 'DAL', 'GB', 'KC', null])

  it('counts what rides on each side', () => {
    const { games: rides, others, most } = ridesOf(shown)
    expect(rides.map(({ away, home }) => [away.count, away.result, home.count, home.result])).toEqual([
      [2, 'win', 1, 'loss'],
      [0, 'tbd', 0, 'tbd'],
    ])
    expect(others).toMatchObject([{ team: 'KC', count: 1 }])
    expect(most).toBe(2)
  })

  it('counts who is left, by the season’s standings when they are there', () => {
    expect(survivorsOf(shown, undefined)).toEqual({ alive: 4, of: 5 })
    const forgiven = season(
      [seasonEntry(1, { 1: 'DAL' }), seasonEntry(3, { 1: 'GB' }, { forgiven: [{ week: 1, team: 'GB' }] })],
      { DAL: 'win', GB: 'loss' },
    )
    expect(survivorsOf(shown, forgiven)).toEqual({ alive: 5, of: 5 })
  })
})

describe('a team’s game', () => {
  it('is the one that is still to be played', () => {
    const off = game('DAL', 'GB', undefined, { status: 'postponed' })
    const on = game('DAL', 'KC')
    expect(gameOfTeam([off, on], 'DAL')).toBe(on)
    expect(gameOfTeam([off], 'DAL')).toBe(off)
    expect(gameOfTeam([off], 'SEA')).toBeUndefined()
  })
})

it('a lock closes at its time, or when the server says so', () => {
  const at = Date.parse(AT)
  expect([isWeekClosed(week(1, 1), at - 1), isWeekClosed(week(1, 1), at)]).toEqual([false, true])
  expect([isWeekClosed(week(1, 1, { is_locked: true }), 0), isWeekClosed(null, at)]).toEqual([true, false])
})
