import { allPicks, picksOf } from '../state/entry-picks.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  scheduleWeekId,
  mainContest,
  currentSchemaVersion,
  DEFAULT_RULES,
  does,
  emptyPool,
  entryId,
  EVENT_TYPES,
  type EventData,
  type EventType,
  evolve,
  forkPool,
  PICK_EVENTS,
  createEvent,
  type Instant,
  type PoolState,
  type RecordedEvent,
  type SiteClock,
  upcast,
  userId,
  weekId,
} from '../index.ts'
import { admin, event, type HistoryItem, given, START } from '../../tests/specification.ts'
import { final, game, LOCK_1, pick, pool, sync, timer } from '../../tests/pool.ts'

interface Golden {
  readonly type: string
  readonly schema_version: number
  readonly stream: string
  readonly data: unknown
}

const folder = new URL('../../tests/golden/', import.meta.url)
const read = (file: string) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Golden
const golden = (type: EventType, version: number) => read(`${type}.v${version}.json`)

/** Returns a golden event as it is read from the log. */
function recorded({ type, schema_version, stream, data }: Golden, position: number): RecordedEvent {
  const event = { type, stream, data: upcast(type, schema_version, data) }
  const place = { position, recordedAt: START, siteTime: START, metadata: { actor: null, role: 'system' } }
  return { ...event, ...place } as RecordedEvent
}

const played: readonly HistoryItem[] = [...pool, sync(1, game('BUF-MIA'), game('KC-LAC')), pick(1, 'BUF')]
const entry = (state: PoolState) => state.entries.get(entryId(1))
const week = (state: PoolState) => state.rounds.get(weekId(1))
const games = (state: PoolState) => state.schedule.get(scheduleWeekId(1))?.games
const firstGame = (state: PoolState) => games(state)?.[0]
const hasRules = (state: PoolState) => (state.contests.get(mainContest(2025))?.rules ?? null) !== null

const assigned = event('PickAssigned', {
  pickId: 1_000_001,
  entryId: 1,
  weekId: 1,
  team: 'KC',
  nonce: '',
  commitment: '',
  rule: 'alphabetical',
})
const voteOpened = event('SplitVoteOpened', { weekId: 1, seasonYear: 2025, entryIds: [1, 2] })
const voted = event('SplitVoteCast', { weekId: 1, entryId: 1, choice: 'share' })
const requested = event('BuybackRequested', { entryId: 1, seasonYear: 2025, loss: { weekId: 1, team: 'BUF' } })
const loginsOf = (state: PoolState) => {
  const user = state.users.get(userId(2))
  return [user?.tokenVersion, user?.loginsSince]
}
const buybackStatus = (state: PoolState) => [entry(state)?.buybacks[0]?.status, state.requestedBuybacks.isEmpty()]

/** The first event after {@link played}, so that its position is the id of the token that the golden events name. */
const A_TOKEN = event('ProgramTokenCreated', { userId: 2, scopes: ['read'], endsAt: START, hash: '' })
const tokensOf = (state: PoolState) => state.users.get(userId(2))?.programTokens

/** The first event after {@link played}, too. */
const asked = event('ActionRequested', {
  userId: 1,
  command: { type: 'CloseWeek', data: { weekId: 1, reason: 'a storm' } },
  why: 'four_eyes',
})
const waitingIds = (state: PoolState) => state.waiting.map(({ id }) => id)

/** For each event type: a history, what to read from the state, and its value after the event. */
const EFFECTS: {
  readonly [T in EventType]: readonly [before: readonly HistoryItem[], look: (state: PoolState) => unknown, after: unknown]
} = {
  UserRegistered: [
    [],
    (state) => state.users.get(userId(4)),
    {
      id: 4,
      isAdmin: true,
      createdAt: START,
      tokenVersion: 1,
      loginsSince: START,
      passwordChosenByAdmin: false,
      isWaiting: false,
      formerNamePositions: [],
    },
  ],
  UserProfileChanged: [[], (state) => state.users.get(userId(2))?.tokenVersion, 1],
  EmailChangedByAdmin: [
    [],
    (state) => [loginsOf(state), state.seals.get(userId(2))],
    [[2, START], { before: 100, since: START, until: '2025-09-08T12:00:00.000Z' }],
  ],
  PicksUnsealed: [
    [admin('ChangeProfile', { userId: 2, fields: ['email'], emailTaken: false })],
    (state) => state.seals.get(userId(2)),
    undefined,
  ],
  PasswordChosenByAdmin: [[], (state) => state.users.get(userId(2))?.passwordChosenByAdmin, true],
  AdminPasswordReplaced: [
    [event('PasswordChosenByAdmin', { userId: 2 })],
    (state) => state.users.get(userId(2))?.passwordChosenByAdmin,
    false,
  ],
  AdminGranted: [[], (state) => state.users.get(userId(2))?.isAdmin, true],
  AdminRevoked: [[], (state) => state.users.get(userId(1))?.isAdmin, false],
  RoleGiven: [[], (state) => state.users.get(userId(2))?.roles, ['treasurer']],
  RoleTaken: [[event('RoleGiven', { userId: 2, role: 'treasurer' })], (state) => state.users.get(userId(2))?.roles, []],
  PasswordChanged: [[], loginsOf, [2, START]],
  LoginsEnded: [[], loginsOf, [2, START]],
  SessionEnded: [
    [],
    (state) => state.users.get(userId(2))?.endedSessions?.map(({ id }) => id),
    ['0b3c1f6e-8d55-4c55-9a46-3c6f2c1f7a10'],
  ],
  PasskeyAdded: [[], (state) => state.users.get(userId(2))?.tokenVersion, 1],
  PasskeyRemoved: [[], (state) => state.users.get(userId(2))?.tokenVersion, 1],
  ProgramTokenCreated: [[], (state) => tokensOf(state)?.map(({ scopes }) => scopes), [['read']]],
  ProgramTokenRevoked: [[A_TOKEN], tokensOf, []],
  ProgramTokenUsed: [[A_TOKEN], (state) => tokensOf(state)?.map(({ used }) => used), [{ read: START }]],
  UserDeleted: [[], (state) => [state.users.has(userId(2)), state.entries.has(entryId(1))], [false, false]],
  EntryCreated: [[], (state) => state.entries.get(entryId(3))?.name, 'Zweite Wahl'],
  EntryHandedOver: [
    [],
    (state) => [entry(state)?.userId, entry(state)?.keepers, state.entriesOfUser.get(userId(3))],
    [3, [{ userId: 3, since: 100 }], [1, 2]],
  ],
  EntryRenamed: [[], (state) => entry(state)?.name, 'Erste Wahl'],
  EntryDeleted: [[], entry, undefined],
  EntryEliminatedByHand: [[], (state) => entry(state)?.eliminatedByHand, [{ contestId: 2025, weekNumber: 2 }]],
  EntryReinstated: [
    [admin('AmendEntry', { entryId: 1, isEliminated: true })],
    (state) => [entry(state)?.eliminatedByHand, entry(state)?.waivedLosses],
    [
      [],
      [
        { weekId: 1, team: 'BUF' },
        { weekId: 2, team: null },
      ],
    ],
  ],
  PaymentRecorded: [[], (state) => entry(state)?.payment, { type: 'venmo', date: '2025-09-01' }],
  BalancePaid: [
    [],
    (state) => state.postings.get(entryId(1))?.map((posting) => [posting.kind, posting.seasonYear]),
    [['payment', 2025]],
  ],
  PartPaymentRecorded: [
    [],
    (state) => [entry(state)?.payment, state.postings.get(entryId(1))],
    [null, [expect.objectContaining({ kind: 'payment', cents: 1000, isFurther: true, isPart: true, seasonYear: 2025 })]],
  ],
  PayoutRecorded: [
    [],
    (state) => state.postings.get(entryId(1)),
    [expect.objectContaining({ kind: 'payout', cents: 5000, paymentType: 'cash', date: '2026-01-05', seasonYear: 2025 })],
  ],
  PayoutReversed: [
    [],
    (state) => state.postings.get(entryId(1)),
    [expect.objectContaining({ kind: 'payout_reversal', seasonYear: 2025 })],
  ],
  PaymentClaimed: [[], (state) => entry(state)?.paymentClaim, { type: 'venmo', at: START, seasonYear: 2025, cents: 0 }],
  PaymentClaimWithdrawn: [
    [event('PaymentClaimed', { entryId: 1, paymentType: null })],
    (state) => entry(state)?.paymentClaim,
    null,
  ],
  PaymentClaimDeclined: [
    [event('PaymentClaimed', { entryId: 1, paymentType: null })],
    (state) => entry(state)?.paymentClaim,
    null,
  ],
  PaymentReversed: [
    [admin('SetPayment', { entryId: 1, paymentType: 'cash', paidDate: null })],
    (state) => entry(state)?.payment,
    null,
  ],
  PickSubmitted: [[], (state) => allPicks(entry(state)).map(({ id, team }) => [id, team]), [[1_000_001, 'MIA']]],
  PickOverridden: [[], (state) => allPicks(entry(state)).map(({ id, team }) => [id, team]), [[1_000_001, 'MIA']]],
  PickAssigned: [
    [],
    (state) => allPicks(entry(state)).map(({ team, assignedBy, byMember }) => [team, assignedBy, byMember]),
    [['MIA', 'most_picked', false]],
  ],
  PickRestored: [
    [
      event('PickSubmitted', { pickId: 1_000_001, entryId: 1, weekId: 1, team: 'KC', nonce: '', commitment: '' }),
      event('WeekLocked', { weekId: 1, lockTime: START, merkleRoot: '', entries: 1, picks: 1, missed: [] }),
      event('PickCleared', { pickId: 1_000_001, entryId: 1, weekId: 1, noGame: true }),
    ],
    (state) => [picksOf(entry(state), weekId(1)).map(({ team }) => team), entry(state)?.missedWeeks, entry(state)?.voidPlans],
    [['KC'], [], []],
  ],
  AssignedPickWithdrawn: [[assigned], (state) => entry(state)?.picks, []],
  ProxyNamed: [
    [],
    (state) => state.proxies.get(entryId(1)),
    { entryId: 1, ownerId: 2, userId: 3, until: { endsAt: '2025-09-14T12:00:00.000Z' } },
  ],
  ProxyEnded: [[event('ProxyNamed', { entryId: 1, userId: 3, weekId: 1 })], (state) => state.proxies.isEmpty(), true],
  SplitVoteOpened: [
    [],
    (state) => state.splitVote,
    {
      weekId: 1,
      seasonYear: 2025,
      entryIds: [1, 2],
      rules: DEFAULT_RULES,
      announcedClose: '2025-09-06T16:00:00.000Z',
      isCutShort: false,
    },
  ],
  SplitVoteCast: [[voteOpened], (state) => state.splitBallots.get(entryId(1)), { choice: 'share', version: 100 }],
  SplitVoteEnded: [[voteOpened, voted], (state) => [state.splitVote, state.splitBallots.isEmpty()], [null, true]],
  SplitVoteClosed: [
    [voteOpened, voted],
    (state) => [state.splitVote, state.splitBallots.isEmpty(), state.rounds.get(weekId(1))?.splitResult],
    [null, true, { position: 100, entryIds: [1, 2], share: [1], playOn: [2] }],
  ],
  RankingSet: [[], (state) => entry(state)?.ranking, ['KC', 'BUF']],
  BuybackRequested: [
    [],
    (state) => [entry(state)?.buybacks, state.requestedBuybacks.get(entryId(1))],
    [
      [{ seasonYear: 2025, loss: { weekId: 1, team: 'BUF' }, status: 'requested', lapse: null, feeCents: 0, askedAt: START }],
      true,
    ],
  ],
  BuybackConfirmed: [
    [requested],
    (state) => [entry(state)?.buybacks, entry(state)?.waivedLosses, state.requestedBuybacks.isEmpty()],
    [
      [{ seasonYear: 2025, loss: { weekId: 1, team: 'BUF' }, status: 'confirmed', lapse: null, feeCents: 2000, askedAt: START }],
      [{ weekId: 1, team: 'BUF' }],
      true,
    ],
  ],
  BuybackDeclined: [[requested], buybackStatus, ['declined', true]],
  BuybackWithdrawn: [[requested], buybackStatus, ['withdrawn', true]],
  OverrideRefused: [[], (state) => allPicks(entry(state)).length, 1],
  BegunGamePicked: [[], (state) => allPicks(entry(state)).length, 1],
  PicksRandomized: [[], (state) => allPicks(entry(state)).length, 1],
  PickCleared: [[], (state) => entry(state)?.picks, []],
  WeekAdded: [[], (state) => state.rounds.get(weekId(3))?.lockTime, '2025-09-21T16:00:00.000Z'],
  WeekDeleted: [[], (state) => state.rounds.has(weekId(2)), false],
  CurrentWeekSet: [[], (state) => state.currentWeekId, 2],
  LockTimeChanged: [[], (state) => [week(state)?.lockTime, week(state)?.lockIsAutomatic], ['2025-09-08T16:00:00.000Z', false]],
  WeekLocked: [
    [],
    (state) => [week(state)?.locked, state.entries.get(entryId(2))?.missedWeeks, hasRules(state)],
    [expect.objectContaining({ position: 100, at: START }), [{ weekId: 1, lock: 100 }], true],
  ],
  WeekReopened: [[timer(LOCK_1)], (state) => [week(state)?.locked, hasRules(state)], [null, true]],
  PicksOfWeekSet: [[], (state) => week(state)?.picks, 2],
  IneligibleTeamsSet: [[], (state) => week(state)?.ineligibleTeams, ['BUF', 'WSH']],
  PicksUnmasked: [[], (state) => week(state)?.unmasked, true],
  GamesSynced: [
    [],
    (state) => games(state)?.[2],
    {
      id: 3,
      weekId: 1,
      espnId: '401772936',
      home: 'PHI',
      away: 'DAL',
      kickoff: '2025-09-05T00:20:00.000Z',
      kickoffKnown: true,
      status: 'scheduled',
      homeScore: null,
      awayScore: null,
      detail: null,
      finalByAdmin: false,
    },
  ],
  GameScored: [
    [],
    firstGame,
    expect.objectContaining({ status: 'in_progress', homeScore: 7, awayScore: 3, detail: '1:01 - 4th' }),
  ],
  GameStatusChanged: [[], firstGame, expect.objectContaining({ status: 'postponed', homeScore: null, detail: 'Postponed' })],
  GameReturnedToFeed: [
    [admin('SetGame', { gameId: 1, status: 'postponed', reason: 'storm' })],
    (state) => firstGame(state)?.byHand,
    undefined,
  ],
  WeekClosed: [[], (state) => firstGame(state)?.phase, 'closed_as_loss'],
  GameMoved: [[], firstGame, expect.objectContaining({ status: 'postponed', phase: 'moved', homeScore: null })],
  UnreadGamesChanged: [
    [],
    firstGame,
    expect.objectContaining({ unread: [{ what: 'home_score', value: '"x"' }], isResultUnread: true }),
  ],
  GameFinalized: [[], firstGame, expect.objectContaining({ status: 'final', homeScore: 40, awayScore: 40, detail: 'Final/OT' })],
  ScoreCorrected: [
    [sync(1, final('BUF-MIA', 24, 23))],
    firstGame,
    expect.objectContaining({ status: 'final', homeScore: 20, awayScore: 23 }),
  ],
  GamesFinalizedByAdmin: [
    [],
    (state) => games(state)?.map((row) => [row.status, row.finalByAdmin]),
    [
      ['final', true],
      ['final', true],
    ],
  ],
  SeasonStarted: [[], (state) => state.seasonStarts, [{ seasonYear: 2026, position: 100 }]],
  EntryRenewed: [
    [],
    (state) => entry(state)?.renewals,
    [{ seasonYear: 2026, position: 100, at: expect.any(String), earlierPayment: null }],
  ],
  SiteTimeSet: [
    [],
    (state) => state.siteClock,
    { mode: 'running', at: '2025-09-07T16:00:00.000Z' as Instant, since: START } satisfies SiteClock,
  ],
  SiteTimeCleared: [[event('SiteTimeSet', { siteTime: START, running: false })], (state) => state.siteClock, { mode: 'real' }],
  PoolRulesChanged: [
    [],
    (state) => state.rules,
    {
      ...DEFAULT_RULES,
      missedPick: 'eliminated',
      teamLock: 'kickoff',
      maxEntriesPerMember: 3,
      lateEntries: 'closed',
      preset: 'custom',
    },
  ],
  ClubhouseScreenChanged: [[], (state) => state.clubhouseScreen, { scenes: ['countdown', 'survivors'], names: 'initials' }],
  ClubChanged: [[], (state) => state.club, { name: 'Kickers United', color: '#0a5c36', crest: null, showsOdds: true }],
  SetupStepMarked: [[], (state) => [state.setup.marks.season, state.setup.seasonYear], ['done', 2026]],
  RemindersChanged: [[], ({ reminders }) => reminders.enabled, true],
  ReminderSent: [[], ({ reminders }) => reminders.lastManualAt, START],
  UserApproved: [
    [event('UserRegistered', { userId: 4, isAdmin: false, origin: 'self', waiting: true })],
    (state) => state.users.get(userId(4))?.isWaiting,
    false,
  ],
  JoiningChanged: [[], (state) => state.joining, 'approval'],
  InvitationCreated: [[], (state) => state.invitations.count(), 1],
  InvitationRevoked: [
    [event('InvitationCreated', { invitationId: 2, maxUses: null, expiresAt: null })],
    (state) => state.invitations.count(),
    0,
  ],
  TreasurerChanged: [[], (state) => state.setup.marks.money, 'done'],
  WeekSummaryChanged: [[], (state) => state.pinnedSummary, 1],
  PastChampionsSet: [[], (state) => state.users.count(), 3],
  BroadcastQueued: [[], (state) => state.users.count(), 3],
  WebhookAdded: [[], (state) => state.users.count(), 3],
  WebhookRemoved: [[], (state) => state.users.count(), 3],
  WebhookSwitched: [[], (state) => state.users.count(), 3],
  ActionUndone: [
    [event('EntryReinstated', { entryId: 1, seasonYear: 2025, forgiven: [{ weekId: 1, team: 'BUF' }] })],
    (state) => entry(state)?.waivedLosses,
    [],
  ],
  UsersAndEntriesPurged: [[], (state) => [state.users.count(), state.entries.count()], [1, 0]],
  WeeksPurged: [[], (state) => [state.rounds.count(), state.currentWeekId], [0, null]],
  FourEyesSwitched: [[], (state) => state.fourEyes, true],
  ActionRequested: [[], (state) => state.waiting.map(({ id, askedBy, why }) => [id, askedBy, why]), [[100, 1, 'own_entry']]],
  ActionConfirmed: [[asked], waitingIds, []],
  ActionRefused: [[asked], waitingIds, []],
  ActionWithdrawn: [[asked], waitingIds, []],
  ActionDoneAlone: [[asked], waitingIds, []],
  EventsRedacted: [[], (state) => state.entries.count(), 2],
}

describe('events of every schema version', () => {
  it('have exactly one golden file each', () => {
    const expected = EVENT_TYPES.flatMap((type) =>
      Array.from({ length: currentSchemaVersion(type) }, (_, i) => `${type}.v${i + 1}.json`),
    )
    expect(readdirSync(folder).sort()).toEqual(expected.sort())
    for (const file of expected) expect(`${read(file).type}.v${read(file).schema_version}.json`).toBe(file)
  })

  const all = EVENT_TYPES.flatMap((type) => Array.from({ length: currentSchemaVersion(type) }, (_, i) => [type, i + 1] as const))
  it.each(all)('%s version %i still has its effect on the state', (type, version) => {
    const [before, look, after] = EFFECTS[type]
    const state = given(...played, ...before).state()
    evolve(state, recorded(golden(type, version), 100))
    expect(look(state)).toEqual(after)
    expect(state.position).toBe(100)
  })

  it.each(EVENT_TYPES.filter((type) => !WITHOUT_EFFECT.has(type)))('%s: the effect is absent before the event', (type) => {
    const [before, look, after] = EFFECTS[type]
    expect(look(given(...played, ...before).state())).not.toEqual(after)
  })

  it.each(all)('%s version %i changes only the position when its subject no longer exists', (type, version) => {
    const state = emptyPool()
    expect(() => evolve(state, recorded(golden(type, version), 1))).not.toThrow()
    expect(state.position).toBe(1)
  })

  it.each(EVENT_TYPES)('%s is on the stream that createEvent chooses', (type) => {
    const { stream, data } = golden(type, currentSchemaVersion(type))
    expect(createEvent(type, data as EventData[typeof type]).stream).toBe(MOVED[type] ?? stream)
  })
})

describe('the table of events', () => {
  /** The pool before the golden event of a type, and after it. */
  function beforeAndAfter(type: EventType): readonly [PoolState, PoolState] {
    const before = given(...played, ...EFFECTS[type][0]).state()
    const after = forkPool(before)
    evolve(after, recorded(golden(type, currentSchemaVersion(type)), 100))
    return [before, after]
  }

  it.each(EVENT_TYPES)('%s ends live connections exactly if an account loses a login or a right through it', (type) => {
    const [before, after] = beforeAndAfter(type)
    const losers = [...before.users.values()].filter((user) => {
      const now = after.users.get(user.id)
      if (now === undefined || now.tokenVersion > user.tokenVersion || (user.isAdmin && !now.isAdmin)) return true
      if ((now.programTokens?.length ?? 0) < (user.programTokens?.length ?? 0)) return true
      return (now.endedSessions?.length ?? 0) > (user.endedSessions?.length ?? 0)
    })
    expect(does({ type }, 'ends_logins')).toBe(losers.length > 0)
  })

  it.each(EVENT_TYPES)('%s counts as a change of picks exactly if an entry has other picks after it', (type) => {
    const [before, after] = beforeAndAfter(type)
    const changed = [...after.entries.values()].filter(({ id, picks }) => {
      const earlier = before.entries.get(id)
      return earlier !== undefined && JSON.stringify(earlier.picks) !== JSON.stringify(picks)
    })
    expect((PICK_EVENTS as readonly EventType[]).includes(type)).toBe(changed.length > 0)
  })
})

/** Where events are now that were in the streams of their entries, as in their golden files. */
const MOVED: Readonly<Partial<Record<EventType, string>>> = {
  PickSubmitted: 'week-1-picks',
  PickOverridden: 'week-1-picks',
  PickAssigned: 'week-1-picks',
  PickCleared: 'week-1-picks',
  PickRestored: 'week-1-picks',
  AssignedPickWithdrawn: 'week-1-picks',
  RankingSet: 'rankings',
}

/** Event types that do not change the state. */
const WITHOUT_EFFECT: ReadonlySet<EventType> = new Set([
  'UserProfileChanged',
  'PasskeyAdded',
  'PasskeyRemoved',
  'OverrideRefused',
  'BegunGamePicked',
  'PicksRandomized',
  'TreasurerChanged',
  'PastChampionsSet',
  'BroadcastQueued',
  'WebhookAdded',
  'WebhookRemoved',
  'WebhookSwitched',
  'EventsRedacted',
])

describe('upcast', () => {
  it('returns the data of version 1 unchanged', () => {
    const data = { userId: 1 }
    expect(upcast('AdminGranted', 1, data)).toBe(data)
  })
  it.each([
    ['AdminGranted', 2],
    ['AdminGranted', 0],
    ['AdminGranted', 1.5],
    ['AdminGranted', Number.NaN],
    ['PoolBurnt', 1],
    ['constructor', 1],
    ['__proto__', 1],
  ])('throws UnknownEventVersion for %s version %d', (type, version) => {
    expect(() => upcast(type, version, {})).toThrow(
      `no such event in this version of the code: ${type}, schema version ${version}`,
    )
  })
  it('gives a rule that an old event does not have its default', () => {
    const { lateEntries: _added, ...older } = DEFAULT_RULES
    const rules = { ...older, teamLock: 'kickoff' }
    expect(upcast('PoolRulesChanged', 1, { rules })).toEqual({ rules: { ...DEFAULT_RULES, teamLock: 'kickoff' } })
  })

  it('currentSchemaVersion is 1 for every type', () => {
    for (const type of EVENT_TYPES) expect(currentSchemaVersion(type)).toBe(1)
  })
})
