import {
  emptyPool,
  entryId,
  evolve,
  gameId,
  createEvent,
  type Instant,
  pickIdOf,
  type PoolEvent,
  type PoolState,
  position,
  type RecordedEvent,
  type TeamAbbr,
  userId,
  weekId,
  type EventType,
} from '@outlast/domain'
import { describe, expect, it } from 'vitest'
import type { Touch } from './concerns.ts'
import { concernsOf, topicsOf } from './concerns-of.ts'

const NOW = '2025-09-01T00:00:00.000Z' as Instant
const team = (abbr: string) => abbr as TeamAbbr
const at = (n: number, event: PoolEvent): RecordedEvent => ({
  ...event,
  position: position(n),
  recordedAt: NOW,
  siteTime: NOW,
  metadata: { actor: null, role: 'system' },
})
const week = (id: number, seasonYear = 2025) =>
  createEvent('WeekAdded', { weekId: weekId(id), seasonYear, weekNumber: id, lockTime: '2025-09-07T16:00:00.000Z' as Instant })
const user = (id: number) => createEvent('UserRegistered', { userId: userId(id), isAdmin: id === 1, origin: 'self' as const })
const entry = (id: number, owner: number) =>
  createEvent('EntryCreated', { entryId: entryId(id), userId: userId(owner), name: `E${id}` })
const pickData = (entry: number, weekNumber: number, abbr: string) => ({
  pickId: pickIdOf(entryId(entry), weekId(weekNumber)),
  entryId: entryId(entry),
  weekId: weekId(weekNumber),
  team: team(abbr),
  nonce: '00',
  commitment: '00',
})
const pick = (entry: number, week: number, abbr: string) => createEvent('PickSubmitted', pickData(entry, week, abbr))
const cleared = (entry: number, week: number) => {
  const { pickId, entryId: e, weekId: w } = pickData(entry, week, 'KC')
  return createEvent('PickCleared', { pickId, entryId: e, weekId: w })
}
const lock = (id: number) =>
  createEvent('WeekLocked', { weekId: weekId(id), lockTime: NOW, merkleRoot: '00', entries: 2, picks: 1, missed: [entryId(2)] })
const schedule = (week: number) =>
  createEvent('GamesSynced', {
    weekId: weekId(week),
    games: [{ gameId: gameId(week), espnId: `${week}`, home: team('KC'), away: team('SF'), kickoff: NOW, kickoffKnown: true }],
  })
const game = (week: number) => ({ weekId: weekId(week), gameId: gameId(week), detail: null })
const final = (week: number, homeScore: number, awayScore: number) =>
  createEvent('GameFinalized', { ...game(week), homeScore, awayScore })

/** Users 1 (admin), 2, 3; entries 1 of user 2, 2 of user 3; weeks 1 to 3 of 2025 with a game each, week 1 current. */
const BASE = [user(1), user(2), user(3), week(1), week(2), week(3), entry(1, 2), entry(2, 3), schedule(1), schedule(2)]
const CURRENT = createEvent('CurrentWeekSet', { weekId: weekId(1) })

function poolAfter(...events: readonly PoolEvent[]): PoolState {
  const pool = emptyPool()
  events.forEach((event, i) => evolve(pool, at(i + 1, event)))
  return pool
}

const base = (...more: readonly PoolEvent[]): PoolState => poolAfter(...BASE, CURRENT, ...more)
const WEEKS = ['week:1', 'week:2', 'week:3']
const id = (n: number) => ({ userId: userId(n) })
const slot = { entryId: entryId(1), weekId: weekId(1) }

/** [what happens, to which pool, whom it concerns] for every type of event. */
const TABLE: readonly [string, PoolState, PoolEvent, readonly string[]][] = [
  ['somebody registers', base(), user(4), ['admin', 'user:4']],
  [
    'a name changes',
    base(),
    createEvent('UserProfileChanged', { ...id(2), fields: ['last_name'] }),
    ['admin', 'user:2', 'season:2025'],
  ],
  [
    'an e-mail changes',
    base(),
    createEvent('UserProfileChanged', { ...id(2), fields: ['email', 'mobile'] }),
    ['admin', 'user:2'],
  ],
  [
    'the name of one without entries',
    base(),
    createEvent('UserProfileChanged', { ...id(1), fields: ['first_name'] }),
    ['admin', 'user:1'],
  ],
  ['a promotion', base(), createEvent('AdminGranted', id(2)), ['admin', 'user:2']],
  ['a demotion', base(), createEvent('AdminRevoked', id(2)), ['admin', 'user:2']],
  ['a new password', base(), createEvent('PasswordChanged', { ...id(2), by: 'self' }), []],
  ['a sign-out everywhere', base(), createEvent('LoginsEnded', id(2)), []],
  ['an account goes', base(), createEvent('UserDeleted', id(2)), ['admin', 'user:2', 'season:2025', ...WEEKS]],
  ['an account without entries goes', base(), createEvent('UserDeleted', id(1)), ['admin', 'user:1']],

  ['a new entry', base(), entry(3, 2), ['admin', 'user:2', 'season:2025', ...WEEKS]],
  [
    'a new name of an entry',
    base(),
    createEvent('EntryRenamed', { entryId: entryId(1), name: 'X' }),
    ['admin', 'user:2', 'season:2025', ...WEEKS],
  ],
  ['an entry goes', base(), createEvent('EntryDeleted', { entryId: entryId(1) }), ['admin', 'user:2', 'season:2025', ...WEEKS]],
  [
    'out by hand',
    base(),
    createEvent('EntryEliminatedByHand', { entryId: entryId(1), seasonYear: 2025, weekNumber: 2 }),
    ['admin', 'user:2', 'season:2025', 'week:3'],
  ],
  [
    'back by hand',
    base(),
    createEvent('EntryReinstated', { entryId: entryId(1), seasonYear: 2025, forgiven: [] }),
    ['admin', 'user:2', 'season:2025', ...WEEKS],
  ],
  [
    'paid',
    base(),
    createEvent('PaymentRecorded', { entryId: entryId(1), paymentType: 'cash', paidDate: '2025-09-01' as never }),
    ['admin', 'user:2'],
  ],
  ['unpaid', base(), createEvent('PaymentReversed', { entryId: entryId(1) }), ['admin', 'user:2']],

  ['a first pick', base(), pick(1, 1, 'KC'), ['admin', 'user:2', 'week:1']],
  ['a changed pick', base(pick(1, 1, 'KC')), pick(1, 1, 'SF'), ['user:2']],
  ['the same pick again', base(pick(1, 1, 'KC')), pick(1, 1, 'KC'), ['user:2']],
  ['a cleared pick', base(pick(1, 1, 'KC')), cleared(1, 1), ['admin', 'user:2', 'week:1']],
  [
    'an override before the lock',
    base(pick(1, 1, 'KC')),
    createEvent('PickOverridden', { ...pickData(1, 1, 'SF'), source: 'override' }),
    ['user:2'],
  ],
  [
    'an override after the lock',
    base(pick(1, 1, 'KC'), lock(1)),
    createEvent('PickOverridden', { ...pickData(1, 1, 'SF'), source: 'override' }),
    ['user:2', 'season:2025', ...WEEKS],
  ],
  [
    'a pick given after the lock',
    base(lock(1)),
    createEvent('PickOverridden', { ...pickData(1, 1, 'SF'), source: 'override' }),
    ['user:2', 'season:2025', ...WEEKS],
  ],
  ['a pick taken after the lock', base(pick(1, 1, 'KC'), lock(1)), cleared(1, 1), ['user:2', 'season:2025', ...WEEKS]],
  ['a pick of somebody who is gone', base(), pick(99, 1, 'KC'), []],
  [
    'a pick of a team that the admin made lose',
    base(schedule(1), final(1, 3, 7), createEvent('GamesFinalizedByAdmin', { weekId: weekId(1), gameIds: [gameId(1)] })),
    pick(1, 1, 'KC'),
    ['admin', 'user:2', 'season:2025', ...WEEKS],
  ],
  [
    'a pick of a team that the admin made win',
    base(schedule(1), final(1, 3, 7), createEvent('GamesFinalizedByAdmin', { weekId: weekId(1), gameIds: [gameId(1)] })),
    pick(1, 1, 'SF'),
    ['admin', 'user:2', 'week:1'],
  ],
  ['an override that was refused', base(), createEvent('OverrideRefused', slot), []],

  ['a new week', base(), week(4), ['pool', 'season:2025', 'week:4']],
  ['a week of a new season', base(), week(4, 2026), ['pool', 'season:2026', 'week:4']],
  [
    'a week goes',
    base(pick(1, 2, 'KC')),
    createEvent('WeekDeleted', { weekId: weekId(2) }),
    ['admin', 'pool', 'season:2025', 'user:2', 'week:2', 'week:3'],
  ],
  ['another current week', base(), createEvent('CurrentWeekSet', { weekId: weekId(2) }), ['pool', 'week:1', 'week:2']],
  ['the first current week', poolAfter(...BASE), CURRENT, ['pool', 'week:1']],
  [
    'another lock time',
    base(),
    createEvent('LockTimeChanged', { weekId: weekId(1), lockTime: NOW, automatic: false }),
    ['pool', 'week:1'],
  ],
  ['a lock', base(pick(1, 1, 'KC')), lock(1), ['admin', 'pool', 'season:2025', 'week:1']],
  ['a lock that settles results', base(pick(1, 1, 'KC'), final(1, 3, 7)), lock(1), ['admin', 'pool', 'season:2025', ...WEEKS]],
  [
    'a reopening',
    base(lock(1)),
    createEvent('WeekReopened', { weekId: weekId(1), marked: true }),
    ['admin', 'pool', 'season:2025', ...WEEKS],
  ],
  ['ineligible teams', base(), createEvent('IneligibleTeamsSet', { weekId: weekId(1), teams: [] }), ['pool', 'week:1']],
  ['a lifted mask', base(), createEvent('PicksUnmasked', { weekId: weekId(1) }), ['pool', 'week:1']],

  ['games', base(), schedule(3), ['week:3']],
  ['a score', base(lock(1)), createEvent('GameScored', { ...game(1), homeScore: 3, awayScore: 0, source: 'feed' }), ['week:1']],
  [
    'a score of an open week',
    base(),
    createEvent('GameScored', { ...game(1), homeScore: 3, awayScore: 0, source: 'feed' }),
    ['week:1'],
  ],
  ['a postponement', base(lock(1)), createEvent('GameStatusChanged', { ...game(1), status: 'postponed' }), ['week:1']],
  ['a final score', base(lock(1)), final(1, 3, 0), ['season:2025', ...WEEKS]],
  ['a final score of an open week', base(), final(1, 3, 0), ['week:1']],
  ['a final score of the last week', base(lock(2)), final(2, 3, 0), ['season:2025', 'week:2', 'week:3']],
  [
    'a correction that changes nothing',
    base(lock(1), final(1, 3, 0)),
    createEvent('ScoreCorrected', { ...game(1), homeScore: 6, awayScore: 0 }),
    ['week:1'],
  ],
  [
    'a correction that turns a game',
    base(lock(1), final(1, 3, 0)),
    createEvent('ScoreCorrected', { ...game(1), homeScore: 3, awayScore: 6 }),
    ['season:2025', ...WEEKS],
  ],
  [
    'all set to final before the lock',
    base(final(1, 3, 0)),
    createEvent('GamesFinalizedByAdmin', { weekId: weekId(1), gameIds: [gameId(1)] }),
    ['season:2025', ...WEEKS],
  ],
  [
    'all set to final after the lock',
    base(lock(1), final(1, 3, 0)),
    createEvent('GamesFinalizedByAdmin', { weekId: weekId(1), gameIds: [gameId(1)] }),
    ['week:1'],
  ],

  ['site time', base(), createEvent('SiteTimeSet', { siteTime: NOW, running: false }), ['pool']],
  ['real time again', base(), createEvent('SiteTimeCleared', {}), ['pool']],
  ['other rules', base(), createEvent('PoolRulesChanged', { rules: emptyPool().rules }), ['pool', 'season:2025']],
  ['a broadcast', base(), createEvent('BroadcastQueued', { recipients: 3 }), []],
  [
    'everybody goes',
    base(),
    createEvent('UsersAndEntriesPurged', { users: 2, entries: 2, picks: 0 }),
    ['admin', 'season:2025', 'user:1', 'user:2', 'user:3', ...WEEKS],
  ],
  [
    'every week goes',
    base(),
    createEvent('WeeksPurged', { weeks: 3, games: 2, picks: 0 }),
    ['admin', 'pool', 'season:2025', 'user:1', 'user:2', 'user:3', ...WEEKS],
  ],
  ['names are redacted', base(), createEvent('EventsRedacted', { userId: userId(2), positions: [] }), []],
]

describe('whom an event concerns', () => {
  it.each(TABLE)('%s', (_what, before, event, topics) => {
    expect([...topicsOf(at(50, event), before)].sort()).toEqual([...topics].sort())
  })

  it('is said for every type of event', () => {
    const types: Record<EventType, true> = {
      UserRegistered: true,
      UserProfileChanged: true,
      AdminGranted: true,
      AdminRevoked: true,
      PasswordChanged: true,
      LoginsEnded: true,
      UserDeleted: true,
      EntryCreated: true,
      EntryRenamed: true,
      EntryDeleted: true,
      EntryEliminatedByHand: true,
      EntryReinstated: true,
      PaymentRecorded: true,
      PaymentReversed: true,
      PickSubmitted: true,
      PickOverridden: true,
      OverrideRefused: true,
      PickCleared: true,
      WeekAdded: true,
      WeekDeleted: true,
      CurrentWeekSet: true,
      LockTimeChanged: true,
      WeekLocked: true,
      WeekReopened: true,
      IneligibleTeamsSet: true,
      PicksUnmasked: true,
      GamesSynced: true,
      GameScored: true,
      GameStatusChanged: true,
      GameFinalized: true,
      ScoreCorrected: true,
      GamesFinalizedByAdmin: true,
      SiteTimeSet: true,
      SiteTimeCleared: true,
      PoolRulesChanged: true,
      BroadcastQueued: true,
      UsersAndEntriesPurged: true,
      WeeksPurged: true,
      EventsRedacted: true,
    }
    expect(Object.keys(types).sort()).toEqual([...new Set(TABLE.map(([, , event]) => event.type))].sort())
  })

  it('tells nobody but its owner which team it was', () => {
    for (const [before, event] of [
      [base(), pick(1, 1, 'KC')],
      [base(pick(1, 1, 'SF')), pick(1, 1, 'KC')],
    ] as const) {
      for (const { topic, touches } of concernsOf(at(50, event), before)) {
        expect(JSON.stringify(touches).includes('KC')).toBe(topic === 'user:2')
      }
    }
  })
})

/** What an event touches of each topic. */
function touched(before: PoolState, event: PoolEvent): Record<string, readonly Touch[]> {
  const by = Map.groupBy(concernsOf(at(50, event), before), ({ topic }) => topic)
  return Object.fromEntries(Array.from(by, ([topic, concerns]) => [topic, concerns.flatMap(({ touches }) => touches)]))
}

const INFO: Touch = { what: 'info' }
const RESET: Touch = { what: 'reset' }
const FORGET: Touch = { what: 'forget' }
const COUNT: Touch = { what: 'pick_count' }
const rows = (...ids: readonly number[]): Touch => ({ what: 'entries', ids })
const overridden = (entry: number, week: number, abbr: string) =>
  createEvent('PickOverridden', { ...pickData(entry, week, abbr), source: 'override' })
const ofWeeks = (touches: readonly Touch[], ...ids: readonly number[]) =>
  Object.fromEntries(ids.map((id) => [`week:${id}`, touches]))
const AT = '2025-09-02T00:00:00.000Z' as Instant
/** Weeks 1 and 2 have a game KC-SF each; the admin made KC lose week 1 before its lock. */
const settled = (...more: readonly PoolEvent[]) =>
  base(final(1, 3, 7), createEvent('GamesFinalizedByAdmin', { weekId: weekId(1), gameIds: [gameId(1)] }), ...more)
const forgiven = (abbr: string) =>
  createEvent('EntryReinstated', { entryId: entryId(1), seasonYear: 2025, forgiven: [{ weekId: weekId(1), team: team(abbr) }] })

describe('what an event touches', () => {
  const own = (more: object = {}): Touch => ({
    what: 'pick',
    entryId: 1,
    pick: {
      id: pickIdOf(entryId(1), weekId(1)),
      week_id: 1,
      week_number: 1,
      season_year: 2025,
      team_abbr: 'KC',
      is_override: false,
      created_at: NOW,
      updated_at: NOW,
      version: 50,
      ...more,
    },
  })
  const presence = (hasPick: boolean): Touch => ({ what: 'picked', weekId: 1, entryId: 1, hasPick })

  it('a first pick: its owner all of it, the week its number, the admin that there is one', () => {
    expect(touched(base(), pick(1, 1, 'KC'))).toEqual({ 'user:2': [own()], 'week:1': [COUNT], admin: [presence(true)] })
  })

  it('a cleared pick: the same, taken back', () => {
    expect(touched(base(pick(1, 1, 'KC')), cleared(1, 1))).toEqual({
      'user:2': [{ what: 'pick_cleared', entryId: 1, weekId: 1 }],
      'week:1': [COUNT],
      admin: [presence(false)],
    })
  })

  it('a pick of another week is none of this one', () => {
    expect(touched(base(pick(1, 2, 'SF')), pick(1, 1, 'KC'))).toMatchObject({ 'week:1': [COUNT], admin: [presence(true)] })
  })

  it('a changed pick: its owner, with the time it was first made', () => {
    const before = base()
    evolve(before, { ...at(20, pick(1, 1, 'SF')), recordedAt: AT })
    expect(touched(before, pick(1, 1, 'KC'))).toEqual({ 'user:2': [own({ created_at: AT })] })
    expect(touched(before, overridden(1, 1, 'KC'))).toEqual({ 'user:2': [own({ created_at: AT, is_override: true })] })
  })

  it('a pick after the lock: the entry’s row wherever its fall may show, and the number if it is new', () => {
    const season = { 'season:2025': [rows(1)], ...ofWeeks([rows(1)], 2, 3) }
    const changed = touched(base(pick(1, 1, 'SF'), lock(1)), overridden(1, 1, 'KC'))
    expect(changed).toEqual({ 'user:2': [own({ is_override: true })], 'week:1': [rows(1)], ...season })
    const given = touched(base(lock(1)), overridden(1, 1, 'KC'))
    expect(given).toMatchObject({ 'week:1': [rows(1), COUNT], ...season })
    expect(touched(base(pick(1, 1, 'SF'), lock(1)), cleared(1, 1))).toMatchObject({ 'week:1': [rows(1), COUNT], ...season })
  })

  it('a hidden pick whose team lost already: that the entry fell or came back, and nothing when it did neither', () => {
    const fall = { 'season:2025': [rows(1)], ...ofWeeks([rows(1)], 2, 3) }
    expect(touched(settled(), pick(1, 1, 'KC'))).toMatchObject(fall)
    expect(touched(settled(pick(1, 1, 'KC')), overridden(1, 1, 'SF'))).toEqual({
      'user:2': [own({ team_abbr: 'SF', is_override: true })],
      ...fall,
    })
    expect(touched(settled(pick(1, 1, 'KC')), cleared(1, 1))).toMatchObject(fall)
    const same = ['user:2']
    expect(Object.keys(touched(settled(pick(1, 1, 'KC')), overridden(1, 1, 'KC')))).toEqual(same)
    expect(Object.keys(touched(settled(pick(1, 1, 'SF')), pick(1, 1, 'DAL')))).toEqual(same)
  })

  it('a hidden pick whose loss was forgiven: the season tells it apart from one that was not', () => {
    const pardoned = settled(pick(1, 1, 'KC'), forgiven('KC'))
    expect(touched(pardoned, overridden(1, 1, 'SF'))).toMatchObject({ 'season:2025': [rows(1)] })
    expect(Object.keys(touched(settled(pick(1, 1, 'KC'), forgiven('DAL')), overridden(1, 1, 'KC')))).toEqual(['user:2'])
    expect(touched(settled(forgiven('KC')), pick(1, 1, 'KC'))).toMatchObject({ 'season:2025': [rows(1)] })
  })

  it('… also among teams that lost both: what is forgiven is one of them, in that week', () => {
    const forgivenIn = (week: number, abbr: string) =>
      createEvent('EntryReinstated', {
        entryId: entryId(1),
        seasonYear: 2025,
        forgiven: [{ weekId: weekId(week), team: team(abbr) }],
      })
    const tied = (...more: readonly PoolEvent[]) =>
      base(
        final(1, 7, 7),
        createEvent('GamesFinalizedByAdmin', { weekId: weekId(1), gameIds: [gameId(1)] }),
        pick(1, 1, 'KC'),
        ...more,
      )
    const changed = overridden(1, 1, 'SF')
    for (const same of [tied(), tied(forgivenIn(2, 'KC')), tied(forgivenIn(1, 'DAL'))]) {
      expect(Object.keys(touched(same, changed))).toEqual(['user:2'])
    }
    for (const other of [
      tied(forgivenIn(1, 'KC')),
      tied(forgivenIn(1, 'SF')),
      tied(forgivenIn(1, 'DAL'), forgivenIn(1, 'KC')),
      tied(forgivenIn(2, 'DAL'), forgivenIn(1, 'KC')),
    ]) {
      expect(touched(other, changed)).toMatchObject({ 'season:2025': [rows(1)] })
    }
  })

  it('a lock: one text for the week and one for the season, and nobody’s list of who has picked', () => {
    const reveal: Touch = { what: 'reveal', weekId: 1, entries: 2 }
    const known = { pool: [INFO], admin: [{ what: 'picked_closed', weekId: 1 }] }
    expect(touched(base(pick(1, 1, 'KC')), lock(1))).toEqual({ 'week:1': [reveal], 'season:2025': [reveal], ...known })
    // What was forgiven before the lock is told by its team now; what waited for the lock settles with it.
    expect(touched(base(pick(1, 1, 'KC'), forgiven('KC')), lock(1))).toMatchObject({ 'season:2025': [rows(1), reveal] })
    const elsewhere = createEvent('EntryReinstated', {
      entryId: entryId(1),
      seasonYear: 2025,
      forgiven: [{ weekId: weekId(2), team: team('KC') }],
    })
    expect(touched(base(elsewhere), lock(1))).toMatchObject({ 'season:2025': [reveal] })
    const strict = createEvent('PoolRulesChanged', { rules: { ...emptyPool().rules, missedPick: 'eliminated' } })
    expect(Object.keys(touched(base(strict), lock(1))).sort()).toEqual(['admin', 'pool', 'season:2025', 'week:1'])
    expect(touched(base(final(1, 3, 7)), lock(1))).toEqual({
      'week:1': [reveal],
      'season:2025': [reveal],
      ...known,
      ...ofWeeks([RESET], 2, 3),
    })
  })

  it('a week in which a missed pick takes somebody out, once it is complete', () => {
    const strict = createEvent('PoolRulesChanged', { rules: { ...emptyPool().rules, missedPick: 'eliminated' } })
    const tbd = createEvent('GameFinalized', { ...game(1), homeScore: null, awayScore: null })
    expect(touched(base(strict, lock(1)), tbd)).toMatchObject(ofWeeks([RESET], 2, 3))
    expect(Object.keys(touched(base(lock(1)), tbd)).sort()).toEqual(['season:2025', 'week:1'])
    expect(Object.keys(touched(base(strict, lock(1), tbd), tbd))).toEqual(['week:1'])
  })

  it('a reopening: everything that was told of the week is fetched again', () => {
    expect(touched(base(lock(2)), createEvent('WeekReopened', { weekId: weekId(2), marked: true }))).toEqual({
      'week:2': [RESET],
      'season:2025': [RESET],
      pool: [INFO],
      admin: [RESET],
      'week:3': [RESET],
    })
  })

  it('a result: the game, the week in its season, and the later weeks’ rosters', () => {
    const games: Touch = { what: 'games', ids: [1] }
    expect(touched(base(lock(1)), final(1, 3, 0))).toEqual({
      'week:1': [games],
      'season:2025': [{ what: 'weeks', ids: [1] }],
      ...ofWeeks([RESET], 2, 3),
    })
    const byAdmin = createEvent('GamesFinalizedByAdmin', { weekId: weekId(1), gameIds: [gameId(1)] })
    expect(touched(base(final(1, 3, 0)), byAdmin)).toMatchObject({ 'week:1': [games], 'season:2025': [RESET] })
    const tie = createEvent('ScoreCorrected', { ...game(1), homeScore: 3, awayScore: 3 })
    expect(touched(base(lock(1), final(1, 3, 0)), tie)).toMatchObject(ofWeeks([RESET], 2, 3))
    for (const event of [
      createEvent('GameScored', { ...game(1), homeScore: 3, awayScore: 0, source: 'feed' }),
      createEvent('GameStatusChanged', { ...game(1), status: 'postponed' }),
      createEvent('ScoreCorrected', { ...game(1), homeScore: 3, awayScore: 0 }),
    ]) {
      expect(touched(base(), event)).toEqual({ 'week:1': [games] })
    }
    expect(touched(base(), schedule(3))).toEqual({ 'week:3': [{ what: 'games', ids: [3] }] })
  })

  it('names that leave the pool: nothing that was said before is said again', () => {
    expect(touched(base(), createEvent('UserDeleted', id(2)))).toEqual({
      'user:2': [RESET],
      admin: [FORGET, { what: 'users', ids: [2] }, FORGET, rows(1)],
      'season:2025': [rows(1), FORGET],
      ...ofWeeks([rows(1), COUNT, FORGET], 1, 2, 3),
    })
    expect(touched(base(), createEvent('UserDeleted', id(1)))).toEqual({
      'user:1': [RESET],
      admin: [FORGET, { what: 'users', ids: [1] }],
    })
    const names = createEvent('UserProfileChanged', { ...id(2), fields: ['last_name', 'email'] })
    expect(touched(base(), names)).toEqual({
      'user:2': [INFO],
      admin: [{ what: 'users', ids: [2] }, rows(1)],
      'season:2025': [rows(1)],
    })
    for (const field of ['email', 'mobile', 'password'] as const) {
      expect(Object.keys(touched(base(), createEvent('UserProfileChanged', { ...id(2), fields: [field] }))).sort()).toEqual([
        'admin',
        'user:2',
      ])
    }
    expect(touched(base(), createEvent('UserProfileChanged', { ...id(1), fields: ['last_name'] }))).toEqual({
      'user:1': [INFO],
      admin: [{ what: 'users', ids: [1] }],
    })
  })

  it('an entry: its row in every list, its owner’s and the admin’s included', () => {
    const lists = { 'user:2': [rows(1)], admin: [rows(1)] }
    const everywhere = { ...lists, 'season:2025': [rows(1)], ...ofWeeks([rows(1)], 1, 2, 3) }
    const rename = createEvent('EntryRenamed', { entryId: entryId(1), name: 'X' })
    expect(touched(base(), rename)).toEqual(everywhere)
    expect(touched(base(week(4, 2026)), rename)).toMatchObject({ ...everywhere, 'season:2026': [rows(1)], 'week:4': [rows(1)] })
    expect(touched(base(), createEvent('EntryDeleted', { entryId: entryId(1) }))).toEqual({
      ...everywhere,
      ...ofWeeks([rows(1), COUNT], 1, 2, 3),
    })
    expect(touched(base(), entry(3, 2))).toEqual({
      'user:2': [rows(3)],
      admin: [rows(3)],
      'season:2025': [rows(3)],
      ...ofWeeks([rows(3)], 1, 2, 3),
    })
    const hand = createEvent('EntryEliminatedByHand', { entryId: entryId(1), seasonYear: 2025, weekNumber: 1 })
    expect(touched(base(week(4, 2026)), hand)).toEqual({ ...lists, 'season:2025': [rows(1)], ...ofWeeks([rows(1)], 2, 3) })
    const back = createEvent('EntryReinstated', { entryId: entryId(1), seasonYear: 2025, forgiven: [] })
    expect(touched(base(), back)).toEqual(everywhere)
    expect(touched(base(), createEvent('EntryRenamed', { entryId: entryId(9), name: 'X' }))).not.toHaveProperty('admin')
  })

  it('a week, the rules and the clock', () => {
    expect(touched(base(pick(1, 2, 'KC'), pick(2, 1, 'KC')), createEvent('WeekDeleted', { weekId: weekId(2) }))).toEqual({
      pool: [INFO],
      'week:2': [RESET],
      'season:2025': [RESET],
      'week:3': [RESET],
      admin: [{ what: 'picked_closed', weekId: 2 }],
      'user:2': [rows(1)],
    })
    expect(touched(base(), week(4))).toEqual({
      pool: [INFO],
      'week:4': [INFO],
      'season:2025': [{ what: 'weeks', ids: [4] }],
    })
    expect(touched(base(), createEvent('CurrentWeekSet', { weekId: weekId(2) }))).toEqual({
      pool: [INFO],
      ...ofWeeks([INFO], 1, 2),
    })
    const rules = createEvent('PoolRulesChanged', { rules: emptyPool().rules })
    expect(touched(base(), rules)).toEqual({ pool: [INFO], 'season:2025': [RESET] })
    expect(touched(base(lock(1), week(4, 2026)), rules)).toEqual({ pool: [INFO], 'season:2026': [RESET] })
    expect(touched(base(), createEvent('SiteTimeSet', { siteTime: NOW, running: false }))).toEqual({ pool: [INFO] })
    expect(touched(base(), createEvent('PicksUnmasked', { weekId: weekId(1) }))).toEqual({ pool: [INFO], ...ofWeeks([INFO], 1) })
  })

  it('a purge: everything, for everybody', () => {
    const users = { 'user:1': [RESET], 'user:2': [RESET], 'user:3': [RESET] }
    const all = { ...users, admin: [RESET], 'season:2025': [RESET], ...ofWeeks([RESET], 1, 2, 3) }
    expect(touched(base(), createEvent('UsersAndEntriesPurged', { users: 2, entries: 2, picks: 0 }))).toEqual(all)
    expect(touched(base(), createEvent('WeeksPurged', { weeks: 3, games: 2, picks: 0 }))).toEqual({ ...all, pool: [INFO] })
  })

  it('nothing of what is gone', () => {
    const gone = weekId(9)
    const none: readonly PoolEvent[] = [
      createEvent('WeekDeleted', { weekId: gone }),
      createEvent('WeekReopened', { weekId: gone, marked: true }),
      lock(9),
      final(9, 3, 0),
      pick(1, 9, 'KC'),
      createEvent('PaymentReversed', { entryId: entryId(9) }),
    ]
    expect(none.map((event) => touched(base(), event))).toEqual(none.map(() => ({})))
  })
})
