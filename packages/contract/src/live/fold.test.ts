import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold, foldAdmin, foldSeason, foldUser, foldWeek } from './fold.ts'
import type {
  AdminEntry,
  AdminView,
  MomentInfo,
  UserEntry,
  UserInfo,
  UserPick,
  WeekChange,
  WeekEntry,
  WeekInfo,
  WeekView,
} from './wire.ts'
import { compareEntries } from './order.ts'
import { encodeReveal, rosterChecksum } from './reveal-codes.ts'
import { gameInfo, seasonEntry, seasonView, seasonWeek, weekEntry, weekInfo, weekView } from './test-support.ts'

const user: UserInfo = {
  id: 1,
  email: 'ann@example.org',
  first_name: 'Ann',
  last_name: 'Lee',
  mobile: null,
  is_admin: false,
  password_chosen_by_admin: false,
  is_waiting: false,
  picks_sealed_until: null,
  created_at: '2025-08-01T12:00:00.000Z',
}
const userEntry: UserEntry = {
  id: 1,
  user_id: 1,
  name: 'Alpha',
  is_paid: false,
  payment_type: null,
  paid_date: null,
  payment_claimed_at: null,
  buybacks: [],
  created_at: '2025-08-01T12:00:00.000Z',
  updated_at: '2025-08-01T12:00:00.000Z',
  version: 3,
  created_position: 2,
  renewals: [],
  picks: [],
  ranking: [],
  refused_override: null,
}
const adminEntry = (id: number, name: string): AdminEntry => {
  const { picks: _, refused_override: _refused, ...rest } = userEntry
  return { ...rest, id, name, user_name: 'Ann Lee', user_email: user.email, user_mobile: null }
}

describe('foldWeek', () => {
  it('keeps the list of entries identical when a game’s score changes', () => {
    const before = weekView({ games: [gameInfo({ id: 1 }), gameInfo({ id: 2 })], entries: [weekEntry(1, 'Alpha')] })
    const score = gameInfo({ id: 2, status: 'in_progress', home_score: 7, away_score: 3 })
    const after = foldWeek(before, [{ kind: 'games', games: [score] }])
    expect(after?.games).toEqual([before.games[0], score])
    expect(after?.games[0]).toBe(before.games[0])
    expect(after?.entries).toBe(before.entries)
  })

  it('replaces the moments of some games and of the pool, newest first, or all', () => {
    const moment = (position: number, game: number | null): MomentInfo => ({
      id: `${position}-${game ?? 'half_gone'}`,
      position,
      at: '2025-09-07T18:00:00.000Z',
      kind: game === null ? 'half_gone' : 'final',
      game:
        game === null
          ? null
          : { id: game, home_team_abbr: 'KC', away_team_abbr: 'LAC', home_score: 1, away_score: 0, is_overtime: false },
    })
    const put = (view: WeekView, game_ids: readonly number[] | null, ...moments: readonly MomentInfo[]) =>
      foldWeek(view, [{ kind: 'moments', game_ids, moments }])!
    const ids = ({ moments }: WeekView) => moments?.map(({ id }) => id)
    const one = put(weekView(), [1], moment(5, 1))
    const two = put(one, [2], moment(7, 2), moment(7, null))
    expect(ids(two)).toEqual(['7-half_gone', '7-2', '5-1'])
    expect(put(two, [2], moment(7, 2), moment(7, null))).toEqual(two)
    expect(ids(put(two, [1], moment(9, 1)))).toEqual(['9-1', '7-2'])
    expect(put(two, null)).not.toHaveProperty('moments')
    expect(foldWeek(two, [{ kind: 'pick_count', pick_count: 1 }])?.moments).toBe(two.moments)
  })

  it('keeps games sorted by kickoff and entries by name', () => {
    const early = gameInfo({ id: 9, start_time: '2025-09-05T00:20:00.000Z' })
    const after = foldWeek(weekView({ games: [gameInfo()], entries: [weekEntry(1, 'beta'), weekEntry(2, 'Gamma')] }), [
      { kind: 'games', games: [early] },
      { kind: 'entry', entry: weekEntry(3, 'Alpha') },
      { kind: 'entry', entry: weekEntry(1, 'Zeta') },
      { kind: 'entry_removed', id: 2 },
      { kind: 'pick_count', pick_count: 5 },
    ])
    expect(after?.games.map((game) => game.id)).toEqual([9, 1])
    expect(after?.entries.map((entry) => entry.name)).toEqual(['Alpha', 'Zeta'])
    expect(after?.pick_count).toBe(5)
  })

  it('applies a reveal to the rows as the changes before it left them', () => {
    const before = weekView({ entries: [weekEntry(1, 'Alpha'), weekEntry(2, 'Beta')] })
    const roster = [weekEntry(1, 'Alpha'), weekEntry(3, 'Aztec'), weekEntry(2, 'Beta')]
    const week = weekInfo({ is_locked: true, locked_at: '2025-09-07T16:00:00.000Z' })
    const teams = encodeReveal([
      { kind: 'pick', team: 'KC', is_override: false, is_auto: false },
      { kind: 'missed' },
      { kind: 'pick', team: 'SF', is_override: true, is_auto: false },
    ])
    const after = foldWeek(before, [
      { kind: 'entry', entry: weekEntry(3, 'Aztec') },
      { kind: 'reveal', week, roster: rosterChecksum(roster), teams },
    ])
    expect(after?.week).toBe(week)
    expect(after?.entries).toEqual([
      weekEntry(1, 'Alpha', { team: 'KC' }),
      weekEntry(3, 'Aztec'),
      weekEntry(2, 'Beta', { team: 'SF', is_override: true, is_auto: false }),
    ])
  })

  it('returns undefined for a reveal made for other entries', () => {
    const before = weekView({ entries: [weekEntry(1, 'Alpha')] })
    const reveal = (ids: number[], teams: string): WeekChange => ({
      kind: 'reveal',
      week: weekInfo(),
      roster: rosterChecksum(ids.map((id) => ({ id }))),
      teams,
    })
    expect(foldWeek(before, [reveal([2], 'A')])).toBeUndefined()
    expect(foldWeek(before, [reveal([1], 'AB')])).toBeUndefined()
    expect(foldWeek(before, [reveal([1], '!')])).toBeUndefined()
    expect(foldWeek(before, [reveal([1], 'A')])).toBeDefined()
  })

  it('gives the same view for one, several or overlapping messages, and does not modify the view before', () => {
    const entry = fc
      .record({ id: fc.integer({ min: 1, max: 8 }), name: fc.constantFrom('a', 'B', 'c', 'É', 'zz') })
      .map(({ id, name }): WeekEntry => weekEntry(id, name))
    const change: fc.Arbitrary<WeekChange> = fc.oneof(
      entry.map((one) => ({ kind: 'entry' as const, entry: one })),
      fc.integer({ min: 1, max: 8 }).map((id) => ({ kind: 'entry_removed' as const, id })),
      fc.integer({ min: 0, max: 99 }).map((pick_count) => ({ kind: 'pick_count' as const, pick_count })),
    )
    fc.assert(
      fc.property(fc.array(entry), fc.array(change), fc.nat(), (rows, changes, at) => {
        const unique = [...new Map(rows.map((row) => [row.id, row])).values()].sort(compareEntries)
        const before = weekView({ entries: unique })
        const copy = structuredClone(before)
        const whole = foldWeek(before, changes)
        const oneByOne = changes.reduce((view, one) => foldWeek(view, [one]) ?? view, before)
        expect(oneByOne).toEqual(whole)
        const part = foldWeek(before, changes.slice(0, at % (changes.length + 1))) ?? before
        expect(foldWeek(part, changes)).toEqual(whole)
        expect(whole?.entries).toEqual([...(whole?.entries ?? [])].sort(compareEntries))
        expect(before).toEqual(copy)
      }),
    )
  })
})

describe('foldWeek of a week that takes several picks', () => {
  const none = { kind: 'missed' } as const
  const pick = (team: string, how: 'member' | 'override' | 'auto' = 'member') =>
    ({ kind: 'pick', team, is_override: how === 'override', is_auto: how === 'auto' }) as const
  const reveal = (before: WeekView, week: WeekInfo, rows: Parameters<typeof encodeReveal>[0]): WeekView | undefined =>
    foldWeek(before, [{ kind: 'reveal', week, roster: rosterChecksum(before.entries), teams: encodeReveal(rows) }])

  it('gives each entry its picks by their slots, and none what it had before', () => {
    const earlier = { team: 'DET', is_override: true }
    const before = weekView({
      entries: [weekEntry(1, 'Both'), weekEntry(2, 'First', earlier), weekEntry(3, 'Second'), weekEntry(4, 'None', earlier)],
    })
    const week = weekInfo({ is_locked: true, picks: 2 })
    const rows = [pick('KC'), pick('GB', 'auto'), pick('SF', 'override'), none, none, pick('NE'), none, none]
    const after = reveal(before, week, rows)
    expect(after?.week).toBe(week)
    expect(after?.entries).toEqual([
      weekEntry(1, 'Both', { team: 'KC', more: [{ slot: 2, team: 'GB', is_override: false, is_auto: true }] }),
      weekEntry(2, 'First', { team: 'SF', is_override: true }),
      weekEntry(3, 'Second', { team: 'NE', slot: 2 }),
      weekEntry(4, 'None'),
    ])
  })

  it('keeps a row without a pick identical in a week of one pick, and empties one whose pick is gone', () => {
    const entries = [weekEntry(1, 'Kept'), weekEntry(2, 'Emptied', { team: 'DET', is_auto: true }), weekEntry(3, 'Set')]
    const after = reveal(weekView({ entries }), weekInfo({ is_locked: true }), [none, none, pick('KC', 'auto')])
    expect(after?.entries[0]).toBe(entries[0])
    expect(after?.entries.slice(1)).toEqual([weekEntry(2, 'Emptied'), weekEntry(3, 'Set', { team: 'KC', is_auto: true })])
  })
})

describe('foldSeason', () => {
  it('adds, replaces and removes weeks and entries, each in its order', () => {
    const entries = [seasonEntry(1, 'Alpha'), seasonEntry(3, 'Gamma')]
    const before = seasonView({ weeks: [seasonWeek(1), seasonWeek(3)], entries })
    const renamed = seasonEntry(1, 'Omega')
    const after = foldSeason(before, [
      { kind: 'week', week: seasonWeek(2) },
      { kind: 'entry', entry: seasonEntry(2, 'Beta') },
      { kind: 'entry', entry: renamed },
      { kind: 'entry_removed', id: 3 },
    ])
    expect(after?.weeks.map(({ week_number }) => week_number)).toEqual([1, 2, 3])
    expect(after?.entries).toEqual([seasonEntry(2, 'Beta'), renamed])
    expect(after?.entries[1]).toBe(renamed)
    const twins = [seasonWeek(2, { id: 9 }), seasonWeek(2, { id: 4 })].map((week) => ({ kind: 'week', week }) as const)
    expect(foldSeason(before, twins)?.weeks.map(({ id }) => id)).toEqual([1, 4, 9, 3])
  })

  it('takes away what a week had before it locked again', () => {
    const had = { picks: { 1: 'SF', 2: 'KC' }, auto: [1, 2] }
    const entries = [
      seasonEntry(1, 'Alpha', had),
      seasonEntry(2, 'Beta', { ...had, more: { 2: ['GB'] }, auto: [1, 2], auto_teams: ['SF', 'GB'] }),
      seasonEntry(3, 'Gamma', { picks: { 1: 'SF', 3: 'GB' }, missed: [2], auto: [3], hidden_losses: [1, 2] }),
    ]
    const codes = [
      { kind: 'missed' },
      { kind: 'absent' },
      { kind: 'pick', team: 'NE', is_override: false, is_auto: true },
    ] as const
    const week = seasonWeek(2, { is_locked: true })
    const revealed = (rows: Parameters<typeof encodeReveal>[0], of = week) =>
      foldSeason(seasonView({ weeks: [seasonWeek(1), week], entries }), [
        { kind: 'reveal', week: of, roster: rosterChecksum(entries), teams: encodeReveal(rows) },
      ])?.entries
    const once = [
      seasonEntry(1, 'Alpha', { picks: { 1: 'SF' }, auto: [1], missed: [2] }),
      seasonEntry(2, 'Beta', { picks: { 1: 'SF' }, auto: [1] }),
      seasonEntry(3, 'Gamma', { picks: { 1: 'SF', 2: 'NE', 3: 'GB' }, missed: [2], auto: [2, 3], hidden_losses: [1] }),
    ]
    expect(revealed(codes)).toEqual(once)
    const two = seasonWeek(2, { is_locked: true, picks: 2 })
    const [missed, absent, auto] = codes
    expect(revealed([auto, missed, absent, absent, auto, auto], two)).toEqual([
      seasonEntry(1, 'Alpha', { picks: { 1: 'SF', 2: 'NE' }, auto: [1, 2], missed: [2] }),
      seasonEntry(2, 'Beta', { picks: { 1: 'SF' }, auto: [1] }),
      seasonEntry(3, 'Gamma', {
        picks: { 1: 'SF', 2: 'NE', 3: 'GB' },
        more: { 2: ['NE'] },
        missed: [2],
        auto: [2, 2, 3],
        auto_teams: ['NE', 'NE', 'GB'],
        hidden_losses: [1],
      }),
    ])
  })

  it('keeps the list of entries identical when results change', () => {
    const before = seasonView({ weeks: [seasonWeek(1), seasonWeek(2)], entries: [seasonEntry(1, 'Alpha')] })
    const week = seasonWeek(2, { is_locked: true, results: { KC: 'win', LAC: 'loss' } })
    const after = foldSeason(before, [{ kind: 'week', week }])
    expect(after?.weeks).toEqual([before.weeks[0], week])
    expect(after?.entries).toBe(before.entries)
  })

  it('reveals a week in every entry and replaces hidden losses by their picks', () => {
    const entries = [
      seasonEntry(1, 'Alpha', { picks: { 1: 'SF' }, hidden_losses: [2] }),
      seasonEntry(2, 'Beta', { missed: [1] }),
      seasonEntry(3, 'Gamma'),
    ]
    const before = seasonView({ weeks: [seasonWeek(1, { is_locked: true }), seasonWeek(2)], entries })
    const week = seasonWeek(2, { is_locked: true, results: { KC: 'loss', LAC: 'win' } })
    const teams = encodeReveal([
      { kind: 'pick', team: 'KC', is_override: false, is_auto: false },
      { kind: 'missed' },
      { kind: 'absent' },
    ])
    const after = foldSeason(before, [{ kind: 'reveal', week, roster: rosterChecksum(entries), teams }])
    expect(after?.weeks[1]).toBe(week)
    expect(after?.entries).toEqual([
      seasonEntry(1, 'Alpha', { picks: { 1: 'SF', 2: 'KC' } }),
      seasonEntry(2, 'Beta', { missed: [1, 2] }),
      seasonEntry(3, 'Gamma'),
    ])
    expect(foldSeason(before, [{ kind: 'reveal', week, roster: '00000000', teams }])).toBeUndefined()
  })

  it('keeps which of several picks were automatic', () => {
    const entries = [seasonEntry(1, 'Alpha', { picks: { 1: 'SF' }, auto: [1] }), seasonEntry(2, 'Beta', { picks: { 1: 'SF' } })]
    const before = seasonView({ weeks: [seasonWeek(1, { is_locked: true }), seasonWeek(2, { picks: 2 })], entries })
    const week = seasonWeek(2, { is_locked: true, picks: 2 })
    const pick = (team: string, is_auto: boolean) => ({ kind: 'pick', team, is_override: false, is_auto }) as const
    const teams = encodeReveal([pick('KC', false), pick('GB', true), pick('KC', false), pick('GB', false)])
    const after = foldSeason(before, [{ kind: 'reveal', week, roster: rosterChecksum(entries), teams }])
    expect(after?.entries).toEqual([
      seasonEntry(1, 'Alpha', { picks: { 1: 'SF', 2: 'KC' }, more: { 2: ['GB'] }, auto: [1, 2], auto_teams: ['SF', 'GB'] }),
      seasonEntry(2, 'Beta', { picks: { 1: 'SF', 2: 'KC' }, more: { 2: ['GB'] } }),
    ])
  })
})

describe('foldPool, foldUser and foldAdmin', () => {
  it('replace, add and remove rows, and update who has picked', () => {
    expect(foldUser({ user, entries: [userEntry] }, [{ kind: 'entry_removed', id: 1 }]).entries).toEqual([])
    const admin: AdminView = {
      users: [user],
      entries: [adminEntry(1, 'Alpha'), adminEntry(2, 'Beta')],
      setup: { marks: {}, season_year: null },
      picked: { 4: [2] },
    }
    const picked = foldAdmin(admin, [
      { kind: 'picked', week_id: 4, entry_id: 1, has_pick: true },
      { kind: 'picked', week_id: 5, entry_id: 2, has_pick: true },
    ])
    expect(picked.picked).toEqual({ 4: [1, 2], 5: [2] })
    expect(picked.entries).toBe(admin.entries)
    expect(foldAdmin(picked, [{ kind: 'entry_removed', id: 2 }])).toEqual({
      users: [user],
      entries: [adminEntry(1, 'Alpha')],
      setup: admin.setup,
      picked: { 4: [1] },
    })
    const setup = { marks: { club: 'done' as const }, season_year: 2026 }
    expect(foldAdmin(admin, [{ kind: 'setup', setup }]).setup).toEqual(setup)
    expect(foldAdmin(picked, [{ kind: 'picked_closed', week_id: 4 }]).picked).toEqual({ 5: [2] })
    const second = { ...user, id: 2, email: 'aaa@example.org' }
    expect(foldAdmin(admin, [{ kind: 'user', user: second }]).users).toEqual([second, user])
    expect(foldAdmin(admin, [{ kind: 'user_removed', id: 1 }]).users).toEqual([])
  })

  it('apply a changed pick without replacing the rest of its entry', () => {
    const pick = (week: number, team_abbr: string): UserPick => ({
      id: 1_000_000 + week,
      week_id: week,
      week_number: week,
      season_year: 2025,
      team_abbr,
      is_override: false,
      is_auto: false,
      created_at: userEntry.created_at,
      updated_at: userEntry.updated_at,
      version: 9,
    })
    const picked = foldUser({ user, entries: [userEntry] }, [
      { kind: 'pick', entry_id: 1, pick: pick(2, 'KC') },
      { kind: 'pick', entry_id: 1, pick: pick(1, 'GB') },
      { kind: 'pick', entry_id: 1, pick: pick(2, 'SF') },
      { kind: 'pick', entry_id: 99, pick: pick(2, 'SF') },
    ])
    expect(picked.entries).toEqual([{ ...userEntry, picks: [pick(1, 'GB'), pick(2, 'SF')] }])
    const cleared = foldUser(picked, [{ kind: 'pick_cleared', entry_id: 1, week_id: 1 }])
    expect(cleared.entries[0]?.picks).toEqual([pick(2, 'SF')])
  })

  it('are selected by `fold` according to the kind of topic', () => {
    const pool = { club_name: 'Club' } as never
    expect(fold('pool', {} as never, [{ kind: 'pool', pool }])).toBe(pool)
    expect(fold('user', { user, entries: [] }, [{ kind: 'entry', entry: userEntry }])).toEqual({ user, entries: [userEntry] })
  })
})
