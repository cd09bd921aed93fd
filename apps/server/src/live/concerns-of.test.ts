import {
  emptyPool,
  entryId,
  evolve,
  gameId,
  happened,
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
  happened('WeekAdded', { weekId: weekId(id), seasonYear, weekNumber: id, lockTime: '2025-09-07T16:00:00.000Z' as Instant })
const user = (id: number) => happened('UserRegistered', { userId: userId(id), isAdmin: id === 1, origin: 'self' as const })
const entry = (id: number, owner: number) =>
  happened('EntryCreated', { entryId: entryId(id), userId: userId(owner), name: `E${id}` })
const pickData = (entry: number, weekNumber: number, abbr: string) => ({
  pickId: pickIdOf(entryId(entry), weekId(weekNumber)),
  entryId: entryId(entry),
  weekId: weekId(weekNumber),
  team: team(abbr),
  nonce: '00',
  commitment: '00',
})
const pick = (entry: number, week: number, abbr: string) => happened('PickSubmitted', pickData(entry, week, abbr))
const cleared = (entry: number, week: number) => {
  const { pickId, entryId: e, weekId: w } = pickData(entry, week, 'KC')
  return happened('PickCleared', { pickId, entryId: e, weekId: w })
}
const lock = (id: number) =>
  happened('WeekLocked', { weekId: weekId(id), lockTime: NOW, merkleRoot: '00', entries: 2, picks: 1, missed: [entryId(2)] })
const schedule = (week: number) =>
  happened('GamesSynced', {
    weekId: weekId(week),
    games: [{ gameId: gameId(week), espnId: `${week}`, home: team('KC'), away: team('SF'), kickoff: NOW, kickoffKnown: true }],
  })
const game = (week: number) => ({ weekId: weekId(week), gameId: gameId(week), detail: null })
const final = (week: number, homeScore: number, awayScore: number) =>
  happened('GameFinalized', { ...game(week), homeScore, awayScore })

/** Users 1 (admin), 2, 3; entries 1 of user 2, 2 of user 3; weeks 1 to 3 of 2025 with a game each, week 1 current. */
const BASE = [user(1), user(2), user(3), week(1), week(2), week(3), entry(1, 2), entry(2, 3), schedule(1), schedule(2)]
const CURRENT = happened('CurrentWeekSet', { weekId: weekId(1) })

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
    happened('UserProfileChanged', { ...id(2), fields: ['last_name'] }),
    ['admin', 'user:2', 'season:2025'],
  ],
  ['an e-mail changes', base(), happened('UserProfileChanged', { ...id(2), fields: ['email', 'mobile'] }), ['admin', 'user:2']],
  [
    'the name of one without entries',
    base(),
    happened('UserProfileChanged', { ...id(1), fields: ['first_name'] }),
    ['admin', 'user:1'],
  ],
  ['a promotion', base(), happened('AdminGranted', id(2)), ['admin', 'user:2']],
  ['a demotion', base(), happened('AdminRevoked', id(2)), ['admin', 'user:2']],
  ['a new password', base(), happened('PasswordChanged', { ...id(2), by: 'self' }), []],
  ['a sign-out everywhere', base(), happened('LoginsEnded', id(2)), []],
  ['an account goes', base(), happened('UserDeleted', id(2)), ['admin', 'user:2', 'season:2025', ...WEEKS]],
  ['an account without entries goes', base(), happened('UserDeleted', id(1)), ['admin', 'user:1']],

  ['a new entry', base(), entry(3, 2), ['admin', 'user:2', 'season:2025', ...WEEKS]],
  [
    'a new name of an entry',
    base(),
    happened('EntryRenamed', { entryId: entryId(1), name: 'X' }),
    ['admin', 'user:2', 'season:2025', ...WEEKS],
  ],
  ['an entry goes', base(), happened('EntryDeleted', { entryId: entryId(1) }), ['admin', 'user:2', 'season:2025', ...WEEKS]],
  [
    'out by hand',
    base(),
    happened('EntryEliminatedByHand', { entryId: entryId(1), seasonYear: 2025, weekNumber: 2 }),
    ['admin', 'user:2', 'season:2025', 'week:3'],
  ],
  [
    'back by hand',
    base(),
    happened('EntryReinstated', { entryId: entryId(1), seasonYear: 2025, forgiven: [] }),
    ['admin', 'user:2', 'season:2025', ...WEEKS],
  ],
  [
    'paid',
    base(),
    happened('PaymentRecorded', { entryId: entryId(1), paymentType: 'cash', paidDate: '2025-09-01' as never }),
    ['admin', 'user:2'],
  ],
  ['unpaid', base(), happened('PaymentReversed', { entryId: entryId(1) }), ['admin', 'user:2']],

  ['a first pick', base(), pick(1, 1, 'KC'), ['admin', 'user:2', 'week:1']],
  ['a changed pick', base(pick(1, 1, 'KC')), pick(1, 1, 'SF'), ['user:2']],
  ['the same pick again', base(pick(1, 1, 'KC')), pick(1, 1, 'KC'), ['user:2']],
  ['a cleared pick', base(pick(1, 1, 'KC')), cleared(1, 1), ['admin', 'user:2', 'week:1']],
  [
    'an override before the lock',
    base(pick(1, 1, 'KC')),
    happened('PickOverridden', { ...pickData(1, 1, 'SF'), source: 'override' }),
    ['user:2'],
  ],
  [
    'an override after the lock',
    base(pick(1, 1, 'KC'), lock(1)),
    happened('PickOverridden', { ...pickData(1, 1, 'SF'), source: 'override' }),
    ['user:2', 'season:2025', ...WEEKS],
  ],
  [
    'a pick given after the lock',
    base(lock(1)),
    happened('PickOverridden', { ...pickData(1, 1, 'SF'), source: 'override' }),
    ['user:2', 'season:2025', ...WEEKS],
  ],
  ['a pick taken after the lock', base(pick(1, 1, 'KC'), lock(1)), cleared(1, 1), ['user:2', 'season:2025', ...WEEKS]],
  ['a pick of somebody who is gone', base(), pick(99, 1, 'KC'), []],
  [
    'a pick of a team that the admin made lose',
    base(schedule(1), final(1, 3, 7), happened('GamesFinalizedByAdmin', { weekId: weekId(1), gameIds: [gameId(1)] })),
    pick(1, 1, 'KC'),
    ['admin', 'user:2', 'season:2025', ...WEEKS],
  ],
  [
    'a pick of a team that the admin made win',
    base(schedule(1), final(1, 3, 7), happened('GamesFinalizedByAdmin', { weekId: weekId(1), gameIds: [gameId(1)] })),
    pick(1, 1, 'SF'),
    ['admin', 'user:2', 'week:1'],
  ],
  ['an override that was refused', base(), happened('OverrideRefused', slot), []],

  ['a new week', base(), week(4), ['pool', 'season:2025', 'week:4']],
  ['a week of a new season', base(), week(4, 2026), ['pool', 'season:2026', 'week:4']],
  [
    'a week goes',
    base(pick(1, 2, 'KC')),
    happened('WeekDeleted', { weekId: weekId(2) }),
    ['admin', 'pool', 'season:2025', 'user:2', 'week:2', 'week:3'],
  ],
  ['another current week', base(), happened('CurrentWeekSet', { weekId: weekId(2) }), ['pool', 'week:1', 'week:2']],
  ['the first current week', poolAfter(...BASE), CURRENT, ['pool', 'week:1']],
  [
    'another lock time',
    base(),
    happened('LockTimeChanged', { weekId: weekId(1), lockTime: NOW, automatic: false }),
    ['pool', 'week:1'],
  ],
  ['a lock', base(pick(1, 1, 'KC')), lock(1), ['admin', 'pool', 'season:2025', 'week:1']],
  ['a lock that settles results', base(pick(1, 1, 'KC'), final(1, 3, 7)), lock(1), ['admin', 'pool', 'season:2025', ...WEEKS]],
  [
    'a reopening',
    base(lock(1)),
    happened('WeekReopened', { weekId: weekId(1), marked: true }),
    ['admin', 'pool', 'season:2025', ...WEEKS],
  ],
  ['ineligible teams', base(), happened('IneligibleTeamsSet', { weekId: weekId(1), teams: [] }), ['pool', 'week:1']],
  ['a lifted mask', base(), happened('PicksUnmasked', { weekId: weekId(1) }), ['pool', 'week:1']],

  ['games', base(), schedule(3), ['week:3']],
  ['a score', base(lock(1)), happened('GameScored', { ...game(1), homeScore: 3, awayScore: 0, source: 'feed' }), ['week:1']],
  [
    'a score of an open week',
    base(),
    happened('GameScored', { ...game(1), homeScore: 3, awayScore: 0, source: 'feed' }),
    ['week:1'],
  ],
  ['a postponement', base(lock(1)), happened('GameStatusChanged', { ...game(1), status: 'postponed' }), ['week:1']],
  ['a final score', base(lock(1)), final(1, 3, 0), ['season:2025', ...WEEKS]],
  ['a final score of an open week', base(), final(1, 3, 0), ['week:1']],
  ['a final score of the last week', base(lock(2)), final(2, 3, 0), ['season:2025', 'week:2', 'week:3']],
  [
    'a correction that changes nothing',
    base(lock(1), final(1, 3, 0)),
    happened('ScoreCorrected', { ...game(1), homeScore: 6, awayScore: 0 }),
    ['week:1'],
  ],
  [
    'a correction that turns a game',
    base(lock(1), final(1, 3, 0)),
    happened('ScoreCorrected', { ...game(1), homeScore: 3, awayScore: 6 }),
    ['season:2025', ...WEEKS],
  ],
  [
    'all set to final before the lock',
    base(final(1, 3, 0)),
    happened('GamesFinalizedByAdmin', { weekId: weekId(1), gameIds: [gameId(1)] }),
    ['season:2025', ...WEEKS],
  ],
  [
    'all set to final after the lock',
    base(lock(1), final(1, 3, 0)),
    happened('GamesFinalizedByAdmin', { weekId: weekId(1), gameIds: [gameId(1)] }),
    ['week:1'],
  ],

  ['site time', base(), happened('SiteTimeSet', { siteTime: NOW, running: false }), ['pool']],
  ['real time again', base(), happened('SiteTimeCleared', {}), ['pool']],
  ['other rules', base(), happened('PoolRulesChanged', { rules: emptyPool().rules }), ['pool', 'season:2025']],
  ['a broadcast', base(), happened('BroadcastQueued', { recipients: 3 }), []],
  [
    'everybody goes',
    base(),
    happened('UsersAndEntriesPurged', { users: 2, entries: 2, picks: 0 }),
    ['admin', 'season:2025', 'user:1', 'user:2', 'user:3', ...WEEKS],
  ],
  [
    'every week goes',
    base(),
    happened('WeeksPurged', { weeks: 3, games: 2, picks: 0 }),
    ['admin', 'pool', 'season:2025', 'user:1', 'user:2', 'user:3', ...WEEKS],
  ],
  ['names are redacted', base(), happened('EventsRedacted', { userId: userId(2), positions: [] }), []],
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
