import type {
  GameInfo,
  PoolView,
  RulesInfo,
  SeasonEntry,
  SeasonView,
  UserPick,
  UserView,
  WeekInfo,
  WeekView,
} from '@outlast/contract/live'
import { DEFAULT_RULES, toSnakeKeys } from '@outlast/domain/pool-rules'
import { describe, expect, it } from 'vitest'
import type { PickAnswer } from '../../../pick-drafts/pick-drafts.ts'
import { boardFromViews, withAnswers } from './board.ts'
import { countPicked, needsPick, placeName, placesOf, slotsOf } from './places.ts'

const AT = '2026-09-13T16:00:00.000Z'

const week = (id: number, number: number, changes: Partial<WeekInfo> = {}): WeekInfo => ({
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
  ...changes,
})

const pick = (week_id: number, week_number: number, team_abbr: string, season_year = 2026): UserPick => ({
  id: week_id * 10,
  week_id,
  week_number,
  season_year,
  team_abbr,
  is_override: false,
  is_auto: false,
  created_at: AT,
  updated_at: AT,
  version: 7,
})

const game = (away: string, home: string, scores?: readonly [number, number], changes: Partial<GameInfo> = {}): GameInfo => ({
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
  phase: null,
  unread: [],
  result_unread: false,
  by_hand: false,
  decided_by: null,
  ...changes,
})

const pool = (weeks: readonly WeekInfo[], current: number | null): PoolView => ({
  club_name: 'Club',
  club_color: null,
  club_crest: null,
  shows_odds: true,
  clubhouse_screen: { scenes: ['games'], names: 'full' },
  joining: 'open',
  pinned_summary_week_id: null,
  current_week_id: current,
  weeks,
  site_time: null,
  rules: toSnakeKeys(DEFAULT_RULES) as RulesInfo,
  rules_locked_by_season: null,
  season_starts: [],
})

const user = (picks: readonly UserPick[]): UserView => ({
  user: {
    id: 1,
    email: 'a@b.c',
    first_name: 'A',
    last_name: 'B',
    mobile: null,
    is_admin: false,
    password_chosen_by_admin: false,
    is_waiting: false,
    picks_sealed_until: null,
    created_at: AT,
  },
  entries: [
    {
      id: 5,
      user_id: 1,
      name: 'Ace',
      is_paid: false,
      payment_type: null,
      paid_date: null,
      payment_claimed_at: null,
      buybacks: [],
      created_at: AT,
      updated_at: AT,
      version: 2,
      created_position: 1,
      renewals: [],
      picks,
      ranking: [],
      refused_override: null,
    },
  ],
})

const weekEntry = (id: number, team: string) => ({ id, name: `Entry ${id}`, team, is_override: false, is_auto: false })

const seasonEntry = (id: number, picks: Record<string, string>, changes: Partial<SeasonEntry> = {}): SeasonEntry => ({
  id,
  name: `Entry ${id}`,
  user_name: 'A B',
  picks,
  missed: [],
  forgiven: [],
  eliminated_by_hand: null,
  auto: [],
  hidden_losses: [],
  created_position: 1,
  ...changes,
})

const season = (entries: readonly SeasonEntry[], results: SeasonView['weeks'][number]['results'] = {}): SeasonView => ({
  season_year: 2026,
  missed_pick: 'survives',
  lives: 1,
  weeks: [
    {
      id: 1,
      week_number: 1,
      is_locked: true,
      results,
      is_complete: true,
      left_teams: [],
      lock_position: 100,
      first_lock_position: 100,
      played_lock_position: null,
    },
    {
      id: 2,
      week_number: 2,
      is_locked: false,
      results: {},
      is_complete: false,
      left_teams: [],
      lock_position: null,
      first_lock_position: null,
      played_lock_position: null,
    },
  ],
  entries,
})

const view = (info: WeekInfo, games: readonly GameInfo[], teams: readonly (string | null)[]): WeekView => ({
  week: info,
  pick_count: teams.filter((team) => team !== null).length,
  games,
  entries: teams.map((team, index) => ({ id: index + 1, name: `Entry ${index + 1}`, team, is_override: false, is_auto: false })),
})

type LiveViews = Parameters<typeof boardFromViews>[0]
const boardOf = (views: Omit<LiveViews, 'now'> & Partial<LiveViews>, chosenId: number | null = null) =>
  boardFromViews({ now: 0, ...views }, chosenId)

const weeks = [week(2, 2), week(1, 1, { is_locked: true })]

describe('boardFromViews', () => {
  it('returns a board without a week for a pool without weeks', () => {
    const board = boardOf({ pool: pool([], null), user: user([]), week: undefined, season: undefined })
    expect(board).toMatchObject({ week: null, firstWeek: null, games: null, champions: [] })
    expect(board.entries[0]).toMatchObject({ name: 'Ace', pick: null, standing: null })
  })

  it('separates this week’s pick from the teams used in other weeks of the season', () => {
    const picks = [pick(1, 1, 'DAL'), pick(2, 2, 'KC'), pick(9, 1, 'BUF', 2025)]
    const [entry] = boardOf({ pool: pool(weeks, 2), user: user(picks), week: undefined, season: undefined }).entries
    expect(entry?.pick).toMatchObject({ team: 'KC', receipt: 7 })
    expect([...(entry?.used ?? [])]).toEqual([['DAL', 1]])
  })

  it('shows the entries of others for which the member picks like own ones, with whose they are and no payment', () => {
    const until = { ends_at: null, week_number: 2 }
    const theirs = { id: 8, name: 'Boats', owner_name: 'Mia Fox', ...until, created_position: 1, renewals: [] }
    const views = { pool: pool(weeks, 2), week: undefined, season: undefined }
    const board = boardOf({ ...views, user: { ...user([]), proxied: [{ ...theirs, picks: [pick(2, 2, 'KC')] }] } })
    expect(board.entries).toHaveLength(1)
    const proxy = { isOwner: false, name: 'Mia Fox', ...until }
    expect(board.forOthers).toMatchObject([{ id: 8, name: 'Boats', isPaid: null, pick: { team: 'KC' }, proxy }])
    const { entries, ...account } = user([])
    const named = { ...account, entries: entries.map((entry) => ({ ...entry, proxy: { user_name: 'Otto Fox', ...until } })) }
    const [own] = boardOf({ ...views, user: named }).entries
    expect(own?.proxy).toEqual({ isOwner: true, name: 'Otto Fox', ...until })
  })

  it('returns the season’s first week', () => {
    const board = boardOf({ pool: pool(weeks, 2), user: user([]), week: undefined, season: undefined })
    expect(board.firstWeek).toMatchObject({ id: 1 })
  })

  it('uses the newer of two copies of the current week', () => {
    const later = week(2, 2, { is_locked: true, version: 9 })
    const views = { user: user([]), season: undefined }
    expect(boardOf({ ...views, pool: pool(weeks, 2), week: view(later, [], []) }).week?.is_locked).toBe(true)
    const newest = [week(2, 2, { version: 10 }), weeks[1]!]
    expect(boardOf({ ...views, pool: pool(newest, 2), week: view(later, [], []) }).week?.is_locked).toBe(false)
  })

  it('returns the lost game if it belongs to the current week, else its week', () => {
    const lostSeason = season([seasonEntry(5, { 1: 'DAL' })], { DAL: 'loss', GB: 'loss' })
    const tie = game('DAL', 'GB', [40, 40])
    const now = boardOf({
      pool: pool(weeks, 1),
      user: user([pick(1, 1, 'DAL')]),
      week: view(week(1, 1, { is_locked: true }), [tie], []),
      season: lostSeason,
    })
    expect(now.entries[0]).toMatchObject({
      standing: { status: 'out', team: 'DAL' },
      lostGame: tie,
      lostWeek: null,
      lostPickBy: 'owner',
    })
    expect(now.entries[0]?.pick?.result).toBe('loss')
    const later = boardOf({ pool: pool(weeks, 2), user: user([pick(1, 1, 'DAL')]), week: undefined, season: lostSeason })
    expect(later.entries[0]).toMatchObject({ lostGame: null, lostWeek: { id: 1 } })
  })

  it('fills in the member’s own team for a loss that is not revealed yet', () => {
    const hidden = season([seasonEntry(5, {}, { hidden_losses: [2] })])
    const { entries } = boardOf({ pool: pool(weeks, 2), user: user([pick(2, 2, 'KC')]), week: undefined, season: hidden })
    expect(entries[0]?.standing).toMatchObject({ status: 'out', eliminatedWeek: 2, team: 'KC' })
  })

  it('names the champions of a decided season', () => {
    const decided = season([seasonEntry(5, { 1: 'BUF' }), seasonEntry(6, { 1: 'DAL' })], { BUF: 'win', DAL: 'loss' })
    const board = boardOf({ pool: pool(weeks, 1), user: user([]), week: undefined, season: decided })
    expect(board).toMatchObject({ champions: ['Entry 5 (A B)'], championIds: [5], entries: [{ title: 'alone' }] })
    const shared = season([seasonEntry(5, { 1: 'DAL' }), seasonEntry(6, { 1: 'DAL' })], { DAL: 'loss' })
    const both = boardOf({ pool: pool(weeks, 1), user: user([]), week: undefined, season: shared })
    expect(both).toMatchObject({ championIds: [5, 6], entries: [{ title: 'shared', standing: { status: 'out' } }] })
  })

  it('shows an open week that the member chose, although the current one is over', () => {
    const all = [week(2, 2), week(1, 1, { is_locked: true, is_current: true })]
    const views = { pool: pool(all, 1), user: user([pick(2, 2, 'KC')]), week: undefined, season: season([seasonEntry(5, {})]) }
    expect(boardOf(views)).toMatchObject({ week: { id: 1 }, entries: [{ pick: null, openWeeks: [{ week_id: 2 }] }] })
    expect(boardOf(views, 2)).toMatchObject({
      week: { id: 2 },
      currentWeek: { id: 1 },
      entries: [{ pick: { team: 'KC' } }],
    })
  })

  it('shows the current week when the chosen one is locked, of another season, or gone', () => {
    const all = [week(2, 2), week(1, 1, { is_locked: true }), week(9, 2, { season_year: 2027 })]
    for (const chosen of [1, 9, 77]) {
      expect(boardOf({ pool: pool(all, 2), user: user([]), week: undefined, season: undefined }, chosen).week?.id).toBe(2)
    }
  })

  it('says of a plan whose team was used in a week that has locked since that it can’t stand', () => {
    const picks = [pick(1, 1, 'KC'), pick(2, 2, 'KC')]
    const views = { user: user(picks), week: undefined, season: season([seasonEntry(5, { 1: 'KC' })]) }
    expect(boardOf({ ...views, pool: pool(weeks, 2) }).entries[0]?.pick).toMatchObject({ team: 'KC', usedIn: 1 })
    expect(boardOf({ ...views, pool: pool([week(2, 2), week(1, 1)], 2) }).entries[0]?.pick).toMatchObject({ usedIn: null })
  })

  it('says that an entry has no team left, or none that is not planned, by the games of the week', () => {
    const start_time = '2025-09-14T17:00:00.000Z'
    const matchup = { home_team_abbr: 'KC', away_team_abbr: 'GB' }
    const games = [{ id: 1, ...matchup, status: 'scheduled', start_time, kickoff_known: true }] as unknown as WeekView['games']
    const three = [week(3, 3), week(2, 2), week(1, 1, { is_locked: true })]
    const left = (picks: readonly UserPick[], shown: readonly WeekInfo[] = three, team_lock: 'week' | 'kickoff' = 'week') => {
      const view = { week: shown[1]!, pick_count: 0, games, entries: [] } as unknown as WeekView
      const shownPool = pool(shown, 2)
      const views = { user: user([...picks]), week: view, season: season([seasonEntry(5, {})]), now: Date.parse(start_time) }
      return boardOf({ ...views, pool: { ...shownPool, rules: { ...shownPool.rules, team_lock } } }).entries[0]?.teamsLeft
    }
    expect(left([])).toBeUndefined()
    expect(left([pick(1, 1, 'KC')])).toBeUndefined()
    expect(left([pick(1, 1, 'KC'), pick(3, 3, 'GB')])).toBe('planned')
    expect(left([pick(1, 1, 'KC')], [three[0]!, week(2, 2, { ineligible_teams: ['GB'] as never }), three[2]!])).toBe('none')
    expect(left([pick(1, 1, 'KC')], three, 'kickoff')).toBe('none')
  })

  it('offers a buyback after a loss in a slate of the last week for it, and takes its unpaid entry, with the rules of that week', () => {
    const slates = [week(3, 13.2), week(2, 13.1, { is_locked: true })]
    const lost = {
      ...season([seasonEntry(5, { 13.1: 'KC' }), seasonEntry(6, {}), seasonEntry(7, {})]),
      weeks: [] as SeasonView['weeks'],
    }
    const [first, last] = season([]).weeks
    const weeks13 = [
      { ...first!, id: 2, week_number: 13.1, results: { KC: 'loss' as const } },
      { ...last!, id: 3, week_number: 13.2 },
    ]
    const view = pool(slates, 3)
    const rules = {
      ...view.rules,
      buyback: { until_week: 13, max_per_entry: 1, fee_cents: 2000 },
      currency: 'USD',
      unpaid_after_week: 13,
    }
    const given = (changes: Partial<UserView['entries'][number]> = {}) => {
      const own = user([pick(2, 13.1, 'KC')])
      const entries = own.entries.map((entry) => ({ ...entry, ...changes }))
      const views = { pool: { ...view, rules }, user: { ...own, entries }, week: undefined, season: { ...lost, weeks: weeks13 } }
      return boardOf(views).entries[0]?.outlook
    }
    const lockTime = Date.parse(AT)
    expect(given()).toMatchObject({
      buyback: { until: { weekNumber: 13.2, lockTime }, feeCents: 2000, currency: 'USD' },
      unpaid: { is: 'last_week' },
    })
    const asked = { status: 'requested', season_year: 2026, week_number: 13.1, fee_cents: 0, asked_at: AT, lapsed: null } as const
    expect(given({ buybacks: [asked] })?.buyback).toBeNull()
    expect(given({ buybacks: [{ ...asked, status: 'declined' }] })?.buyback).toBeNull()
    expect(given({ buybacks: [{ ...asked, status: 'withdrawn' }] })?.buyback).not.toBeNull()
    expect(given({ buybacks: [{ ...asked, status: 'declined', season_year: 2025 }] })?.buyback).not.toBeNull()
  })

  describe('in a week that takes several picks', () => {
    const second = { ...pick(2, 2, 'BUF'), id: 21, slot: 2 }
    const two = [week(2, 2, { picks: 2, is_locked: true }), week(1, 1, { is_locked: true })]
    const views = { pool: pool(two, 2), week: undefined, season: season([seasonEntry(5, {})]) }

    it('keeps each pick with its place', () => {
      const [entry] = boardOf({ ...views, user: user([pick(2, 2, 'KC'), second]) }).entries
      expect(entry).toMatchObject({ pick: { team: 'KC' }, several: { slots: 2 } })
      expect(placesOf(entry!).map(({ pick: own, several }) => [several?.slot, own?.team])).toEqual([
        [1, 'KC'],
        [2, 'BUF'],
      ])
      const [other] = boardOf({ ...views, user: user([second]) }).entries
      expect(placesOf(other!).map((place) => place.pick?.team)).toEqual([undefined, 'BUF'])
      expect([countPicked(other!), slotsOf(other!), needsPick(other!)]).toEqual([1, 2, true])
      expect(placesOf(other!).map(placeName)).toEqual(['Ace, pick 1', 'Ace, pick 2'])
    })

    it('says what a missing pick costs beside one that was made', () => {
      const locked = season([
        seasonEntry(5, { 2: 'KC' }, { missed: [2] }),
        seasonEntry(6, { 2: 'KC' }),
        seasonEntry(7, { 2: 'KC' }),
      ])
      const costs = (rules: Partial<SeasonView>, results = {}, picks = 2): unknown => {
        const [first, last] = locked.weeks
        const played = { ...last!, picks, is_locked: true, lock_position: 200, first_lock_position: 200, results }
        const view = { week: two[0]!, pick_count: 3, games: [], entries: [weekEntry(5, 'KC')] } as WeekView
        const given = { ...locked, missed_pick: 'eliminated' as const, ...rules, weeks: [first!, played] }
        const all = pool([{ ...two[0]!, picks }, two[1]!], 2)
        return boardOf({ pool: all, week: view, season: given, user: user([pick(2, 2, 'KC')]) }).entries[0]?.missedCosts
      }
      expect(costs({})).toBe('entry')
      expect(costs({ lives: 2 })).toBe(1)
      expect(costs({ missed_pick: 'survives' })).toBe('nothing')
      expect(costs({ lives: 5, slot_loss: 'each' }, {}, 3)).toBe(2)
      expect(costs({ lives: 5 }, {}, 3)).toBe(1)
      // The week costs one life, and the pick that lost has paid it.
      expect(costs({ lives: 2 }, { KC: 'loss' })).toBe('nothing')
      expect(costs({ lives: 3, slot_loss: 'each' }, { KC: 'loss' })).toBe(1)
    })

    it('tells the owner which pick lost', () => {
      const lost = season([seasonEntry(5, {}, { hidden_losses: [2] })])
      const weeks2 = [lost.weeks[0]!, { ...lost.weeks[1]!, picks: 2, results: { BUF: 'loss' as const } }]
      const given = { ...views, season: { ...lost, weeks: weeks2 }, user: user([pick(2, 2, 'KC'), { ...second, is_auto: true }]) }
      expect(boardOf(given).entries[0]).toMatchObject({ standing: { team: 'BUF' }, lostPickBy: 'automatic' })
    })
  })
})

describe('withAnswers', () => {
  const entryWith = (picks: readonly UserPick[], shown = weeks) =>
    boardOf({ pool: pool(shown, 2), user: user(picks), week: undefined, season: undefined }).entries[0]!
  const answer = (team: string | null, position: number, slot = 1): PickAnswer => {
    const saved = team === null ? null : { id: 20, team, receipt: position, savedAt: AT }
    return { entryId: 5, weekId: 2, slot, pick: saved, position }
  }

  it('shows a pick that was saved or cleared on this device, until the view is as new', () => {
    const entry = entryWith([pick(2, 2, 'KC')])
    expect(withAnswers(entry, 2, [answer('LV', 12)], 11).pick).toMatchObject({ team: 'LV', receipt: 12, usedIn: null })
    expect(withAnswers(entry, 2, [answer(null, 8)], 7).pick).toBeNull()
    expect(withAnswers(entry, 2, [answer(null, 8)], 11).pick).toBeNull()
    expect(withAnswers(entryWith([]), 2, [answer('LV', 12)], 11).pick).toMatchObject({ team: 'LV' })
    expect(withAnswers(entry, 2, [answer('LV', 12)], 12)).toBe(entry)
    // The answer of the REST API has no version, but a newer pick.
    expect(withAnswers(entry, 2, [answer('LV', 6)], 0)).toBe(entry)
  })

  it('leaves other weeks, entries and picks', () => {
    const entry = entryWith([pick(2, 2, 'KC')])
    expect(withAnswers(entry, 1, [answer('LV', 12)], 11)).toBe(entry)
    expect(withAnswers(entry, 2, [{ ...answer('LV', 12), entryId: 6 }], 11)).toBe(entry)
    const two = entryWith([pick(2, 2, 'KC'), { ...pick(2, 2, 'BUF'), id: 21, slot: 2 }], [week(2, 2, { picks: 2 }), weeks[1]!])
    const teams = (answers: readonly PickAnswer[]) => withAnswers(two, 2, answers, 7).several?.picks.map(({ team }) => team)
    expect(teams([answer('LV', 12)])).toEqual(['LV', 'BUF'])
    expect(teams([answer(null, 8), answer('MIA', 9, 2)])).toEqual(['MIA'])
  })
})
