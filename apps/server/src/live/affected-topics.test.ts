import {
  emptyPool,
  entryId,
  evolve,
  gameId,
  invitationId,
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
import type { Invalidation } from './invalidation.ts'
import { affectedTopics } from './affected-topics.ts'

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
  pickId: pickIdOf(entryId(entry), weekId(weekNumber), 1),
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
const withdrawn = (entry: number, week: number) => createEvent('AssignedPickWithdrawn', cleared(entry, week).data)
const buyback = { entryId: entryId(1), seasonYear: 2025, loss: { weekId: weekId(1), team: team('KC') } }
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
const POT_PUBLIC = createEvent('PoolRulesChanged', { rules: { ...emptyPool().rules, potPublic: true } })
const id = (n: number) => ({ userId: userId(n) })
const slot = { entryId: entryId(1), weekId: weekId(1) }
const vote = { weekId: weekId(1), seasonYear: 2025, entryIds: [entryId(1), entryId(2)] }
const voteOpened = createEvent('SplitVoteOpened', vote)

const PROXY = createEvent('ProxyNamed', { entryId: entryId(1), ...id(3), weekId: weekId(2) })
const RANDOMIZED = createEvent('PicksRandomized', { weekId: weekId(1), overwrite: false, created: 1, updated: 0, skipped: 0 })

/** The affected topics for every type of event. */
const AT = '2025-09-02T00:00:00.000Z' as Instant
const ASKED = { userId: userId(1), asked: position(40) }

const TABLE: readonly (readonly [name: string, before: PoolState, event: PoolEvent, topics: readonly string[]])[] = [
  ['a registration', base(), user(4), ['admin', 'user:4']],
  [
    'a user’s new name',
    base(),
    createEvent('UserProfileChanged', { ...id(2), fields: ['last_name'] }),
    ['admin', 'user:2', 'season:2025'],
  ],
  [
    'a user’s new e-mail address',
    base(),
    createEvent('UserProfileChanged', { ...id(2), fields: ['email', 'mobile'] }),
    ['admin', 'user:2'],
  ],
  [
    'a new name of a user without entries',
    base(),
    createEvent('UserProfileChanged', { ...id(1), fields: ['first_name'] }),
    ['admin', 'user:1'],
  ],
  ['a promotion', base(), createEvent('AdminGranted', id(2)), ['admin', 'user:2']],
  ['a demotion', base(), createEvent('AdminRevoked', id(2)), ['admin', 'user:2']],
  ['a role', base(), createEvent('RoleGiven', { ...id(2), role: 'helper' }), ['admin', 'user:2']],
  ['a role that ends', base(), createEvent('RoleTaken', { ...id(2), role: 'helper' }), ['admin', 'user:2']],
  ['a new password', base(), createEvent('PasswordChanged', { ...id(2), by: 'self' }), []],
  ['a sign-out everywhere', base(), createEvent('LoginsEnded', id(2)), []],
  ['a sign-out of a device', base(), createEvent('SessionEnded', { ...id(2), sessionId: 'one' }), []],
  ['a new passkey', base(), createEvent('PasskeyAdded', id(2)), []],
  ['a removed passkey', base(), createEvent('PasskeyRemoved', id(2)), []],
  [
    'a new token for programs',
    base(),
    createEvent('ProgramTokenCreated', { ...id(2), scopes: ['read'], endsAt: AT, hash: '' }),
    [],
  ],
  ['a revoked token', base(), createEvent('ProgramTokenRevoked', { ...id(2), tokenId: position(1) }), []],
  ['a used token', base(), createEvent('ProgramTokenUsed', { ...id(2), tokenId: position(1), scope: 'read' }), []],
  ['a deleted account', base(), createEvent('UserDeleted', id(2)), ['admin', 'user:2', 'season:2025', ...WEEKS]],
  ['a deleted account without entries', base(), createEvent('UserDeleted', id(1)), ['admin', 'user:1']],

  ['a proxy', base(), PROXY, ['user:2', 'user:3']],
  [
    'a proxy that ends',
    base(PROXY),
    createEvent('ProxyEnded', { entryId: entryId(1), ...id(3), because: 'owner' }),
    ['user:2', 'user:3'],
  ],
  [
    'a new name of a proxy',
    base(PROXY),
    createEvent('UserProfileChanged', { ...id(3), fields: ['last_name'] }),
    ['admin', 'user:2', 'user:3', 'season:2025'],
  ],
  [
    'an entry that is deleted under a proxy',
    base(PROXY),
    createEvent('EntryDeleted', { entryId: entryId(1) }),
    ['admin', 'user:2', 'user:3', 'season:2025', ...WEEKS],
  ],
  [
    'a ranking, of which a proxy does not know',
    base(PROXY),
    createEvent('RankingSet', { entryId: entryId(1), teams: [], nonce: '' }),
    ['user:2'],
  ],
  ['a new entry', base(), entry(3, 2), ['admin', 'user:2', 'season:2025', ...WEEKS]],
  [
    'a renamed entry',
    base(),
    createEvent('EntryRenamed', { entryId: entryId(1), name: 'X' }),
    ['admin', 'user:2', 'season:2025', ...WEEKS],
  ],
  [
    'an entry that another member keeps',
    base(),
    createEvent('EntryHandedOver', { entryId: entryId(1), ...id(1), byHand: true }),
    ['admin', 'user:1', 'user:2', 'season:2025', ...WEEKS],
  ],
  ['a deleted entry', base(), createEvent('EntryDeleted', { entryId: entryId(1) }), ['admin', 'user:2', 'season:2025', ...WEEKS]],
  [
    'an elimination by hand',
    base(),
    createEvent('EntryEliminatedByHand', { entryId: entryId(1), seasonYear: 2025, weekNumber: 2 }),
    ['admin', 'user:2', 'season:2025', 'week:2', 'week:3'],
  ],
  [
    'a reinstatement',
    base(),
    createEvent('EntryReinstated', { entryId: entryId(1), seasonYear: 2025, forgiven: [] }),
    ['admin', 'user:2', 'season:2025', ...WEEKS],
  ],
  [
    'a payment',
    base(),
    createEvent('PaymentRecorded', { entryId: entryId(1), paymentType: 'cash', paidDate: '2025-09-01' as never }),
    ['admin', 'user:2'],
  ],
  ['a reversed payment', base(), createEvent('PaymentReversed', { entryId: entryId(1) }), ['admin', 'user:2']],
  [
    'a payment into a pot that everybody sees',
    base(POT_PUBLIC),
    createEvent('PaymentRecorded', { entryId: entryId(1), paymentType: 'cash', paidDate: '2025-09-01' as never }),
    ['admin', 'user:2', 'pool'],
  ],
  [
    'a reversed payment from a pot that everybody sees',
    base(POT_PUBLIC),
    createEvent('PaymentReversed', { entryId: entryId(1) }),
    ['admin', 'user:2', 'pool'],
  ],

  ['a first pick', base(), pick(1, 1, 'KC'), ['admin', 'user:2', 'week:1']],
  ['a changed pick', base(pick(1, 1, 'KC')), pick(1, 1, 'SF'), ['user:2']],
  ['a repeated pick', base(pick(1, 1, 'KC')), pick(1, 1, 'KC'), ['user:2']],
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
    'a first pick given after the lock',
    base(lock(1)),
    createEvent('PickOverridden', { ...pickData(1, 1, 'SF'), source: 'override' }),
    ['user:2', 'season:2025', ...WEEKS],
  ],
  [
    'a pick that counts again',
    base(pick(1, 1, 'KC'), lock(1), createEvent('PickCleared', { ...cleared(1, 1).data, noGame: true })),
    createEvent('PickRestored', cleared(1, 1).data),
    ['user:2', 'season:2025', ...WEEKS],
  ],
  ['a pick removed after the lock', base(pick(1, 1, 'KC'), lock(1)), cleared(1, 1), ['user:2', 'season:2025', ...WEEKS]],
  ['a pick of an unknown entry', base(), pick(99, 1, 'KC'), []],
  [
    'a pick of a team that Set All to Final made lose',
    base(schedule(1), final(1, 3, 7), createEvent('GamesFinalizedByAdmin', { weekId: weekId(1), gameIds: [gameId(1)] })),
    pick(1, 1, 'KC'),
    ['admin', 'user:2', 'season:2025', ...WEEKS],
  ],
  [
    'a pick of a team that Set All to Final made win',
    base(schedule(1), final(1, 3, 7), createEvent('GamesFinalizedByAdmin', { weekId: weekId(1), gameIds: [gameId(1)] })),
    pick(1, 1, 'SF'),
    ['admin', 'user:2', 'week:1'],
  ],
  ['a refused override', base(), createEvent('OverrideRefused', slot), ['user:2']],
  ['an override with a team whose game has begun', base(), createEvent('BegunGamePicked', { weekId: weekId(1) }), []],
  ['a run of Randomize Picks', base(), RANDOMIZED, []],
  ['a run of Randomize Picks on a locked week', base(lock(1)), RANDOMIZED, WEEKS],

  ['a new week', base(), week(4), ['pool', 'season:2025', 'week:4']],
  ['a week of a new season', base(), week(4, 2026), ['pool', 'season:2026', 'week:4']],
  [
    'a deleted week',
    base(pick(1, 2, 'KC')),
    createEvent('WeekDeleted', { weekId: weekId(2) }),
    ['admin', 'pool', 'season:2025', 'user:2', 'week:2', 'week:3'],
  ],
  ['a new current week', base(), createEvent('CurrentWeekSet', { weekId: weekId(2) }), ['pool', 'week:1', 'week:2']],
  ['the first current week', poolAfter(...BASE), CURRENT, ['pool', 'week:1']],
  [
    'a new lock time',
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
  [
    'a number of picks',
    base(),
    createEvent('PicksOfWeekSet', { weekId: weekId(1), picks: 2 }),
    ['pool', 'season:2025', 'week:1'],
  ],
  ['ineligible teams', base(), createEvent('IneligibleTeamsSet', { weekId: weekId(1), teams: [] }), ['pool', 'week:1']],
  ['an unmasking', base(), createEvent('PicksUnmasked', { weekId: weekId(1) }), ['pool', 'week:1']],

  ['the first games of a week, after which the other teams are on a bye', base(), schedule(3), ['season:2025', 'week:3']],
  ['games with the same teams as before', base(), schedule(1), ['week:1']],
  ['a score', base(lock(1)), createEvent('GameScored', { ...game(1), homeScore: 3, awayScore: 0, source: 'feed' }), ['week:1']],
  [
    'a score of an open week',
    base(),
    createEvent('GameScored', { ...game(1), homeScore: 3, awayScore: 0, source: 'feed' }),
    ['week:1'],
  ],
  ['a postponement', base(lock(1)), createEvent('GameStatusChanged', { ...game(1), status: 'postponed' }), ['week:1']],
  [
    'a game that moved away, which makes its week complete',
    base(lock(1), final(1, 3, 0)),
    createEvent('GameMoved', { weekId: weekId(1), gameId: gameId(1), toWeekId: weekId(2) }),
    ['season:2025', ...WEEKS],
  ],
  [
    'a game that leaves an open week, which voids plans',
    base(),
    createEvent('GameMoved', { weekId: weekId(1), gameId: gameId(1), toWeekId: weekId(2) }),
    ['season:2025', 'week:1'],
  ],
  [
    'an answer that could not be read',
    base(lock(1)),
    createEvent('UnreadGamesChanged', {
      weekId: weekId(1),
      games: [{ gameId: gameId(1), unread: [{ what: 'home_score', value: 'x' }], isResultUnread: true }],
    }),
    ['week:1'],
  ],
  ['a final score', base(lock(1)), final(1, 3, 0), ['season:2025', ...WEEKS]],
  ['a final score of an open week', base(), final(1, 3, 0), ['week:1', 'week:2']],
  ['a final score of a later week', base(lock(2)), final(2, 3, 0), ['season:2025', 'week:2', 'week:3']],
  [
    'a correction that changes nothing',
    base(lock(1), final(1, 3, 0)),
    createEvent('ScoreCorrected', { ...game(1), homeScore: 6, awayScore: 0 }),
    ['week:1', 'week:2'],
  ],
  [
    'a correction that changes the winner',
    base(lock(1), final(1, 3, 0)),
    createEvent('ScoreCorrected', { ...game(1), homeScore: 3, awayScore: 6 }),
    ['season:2025', ...WEEKS],
  ],
  [
    'Set All to Final before the lock',
    base(final(1, 3, 0)),
    createEvent('GamesFinalizedByAdmin', { weekId: weekId(1), gameIds: [gameId(1)] }),
    ['season:2025', ...WEEKS],
  ],
  [
    'Set All to Final after the lock',
    base(lock(1), final(1, 3, 0)),
    createEvent('GamesFinalizedByAdmin', { weekId: weekId(1), gameIds: [gameId(1)] }),
    ['week:1'],
  ],

  [
    'a week that is closed without a game, whose picks lose',
    base(lock(1)),
    createEvent('WeekClosed', { weekId: weekId(1), gameIds: [gameId(1)], picks: 'lose' }),
    ['pool', 'season:2025', ...WEEKS],
  ],
  [
    'a game that is returned to the feed',
    base(lock(1)),
    createEvent('GameReturnedToFeed', { weekId: weekId(1), gameId: gameId(1) }),
    ['week:1'],
  ],

  [
    'an automatic pick',
    base(),
    createEvent('PickAssigned', { ...pickData(1, 1, 'KC'), rule: 'my_list' }),
    ['admin', 'user:2', 'week:1'],
  ],
  ['a withdrawn automatic pick', base(pick(1, 1, 'KC')), withdrawn(1, 1), ['admin', 'user:2', 'week:1']],
  ['a ranking', base(), createEvent('RankingSet', { entryId: entryId(1), teams: [team('KC')], nonce: '' }), ['user:2']],
  ['a vote that opens', base(), createEvent('SplitVoteOpened', vote), ['season:2025']],
  ['a vote', base(voteOpened), createEvent('SplitVoteCast', { ...slot, choice: 'share' }), ['user:2']],
  [
    'a vote that ends',
    base(voteOpened),
    createEvent('SplitVoteEnded', { ...vote, because: 'rules' }),
    ['season:2025', 'user:2', 'user:3'],
  ],
  [
    'a vote that closes',
    base(voteOpened),
    createEvent('SplitVoteClosed', { ...vote, share: vote.entryIds, playOn: [] }),
    ['season:2025', 'user:2', 'user:3'],
  ],
  ['a requested buyback', base(), createEvent('BuybackRequested', buyback), ['admin', 'user:2']],
  [
    'a confirmed buyback',
    base(),
    createEvent('BuybackConfirmed', { ...buyback, waived: [], feeCents: 0 }),
    ['admin', 'season:2025', 'user:2', ...WEEKS],
  ],
  ['a declined buyback', base(), createEvent('BuybackDeclined', buyback), ['admin', 'user:2']],
  [
    'the start of a season',
    base(week(4, 2026)),
    createEvent('SeasonStarted', { seasonYear: 2026 }),
    ['pool', 'season:2026', 'week:4'],
  ],
  [
    'a renewed entry',
    base(week(4, 2026), createEvent('SeasonStarted', { seasonYear: 2026 })),
    createEvent('EntryRenewed', { entryId: entryId(1), seasonYear: 2026 }),
    ['admin', 'user:2', 'season:2026', 'week:4'],
  ],
  [
    'an elimination by hand that was taken back, whose reinstatement came before',
    base(),
    createEvent('ActionUndone', { undone: position(1), action: 'elimination', entryId: entryId(1), seasonYear: 2025 }),
    [],
  ],
  [
    'a reinstatement that was taken back',
    base(),
    createEvent('ActionUndone', {
      undone: position(1),
      action: 'reinstatement',
      entryId: entryId(1),
      seasonYear: 2025,
      unwaived: [{ weekId: weekId(1), team: null }],
    }),
    ['admin', 'season:2025', 'user:2', ...WEEKS],
  ],
  ['a withdrawn buyback', base(), createEvent('BuybackWithdrawn', buyback), ['admin', 'user:2']],

  ['a site-time override', base(), createEvent('SiteTimeSet', { siteTime: NOW, running: false }), ['pool']],
  ['a cleared site-time override', base(), createEvent('SiteTimeCleared', {}), ['pool']],
  [
    'an address that an admin changed',
    base(),
    createEvent('EmailChangedByAdmin', { userId: userId(2), sealedUntil: AT }),
    ['admin', 'user:2'],
  ],
  ['the end of a seal', base(), createEvent('PicksUnsealed', { userId: userId(2), by: 'expiry' }), ['admin', 'user:2']],
  ['a password that an admin chose', base(), createEvent('PasswordChosenByAdmin', { userId: userId(2) }), ['admin', 'user:2']],
  ['the end of such a password', base(), createEvent('AdminPasswordReplaced', { userId: userId(2) }), ['admin', 'user:2']],
  ['new rules', base(), createEvent('PoolRulesChanged', { rules: emptyPool().rules }), ['pool', 'season:2025']],
  ['a new club name', base(), createEvent('ClubChanged', { name: 'Owls', color: null }), ['admin', 'pool']],
  ['other scenes', base(), createEvent('ClubhouseScreenChanged', { scenes: ['games'], names: 'full' }), ['pool']],
  ['a step of the setup', base(), createEvent('SetupStepMarked', { step: 'joining', mark: 'skipped' }), ['admin']],
  ['other times of reminders', base(), createEvent('RemindersChanged', { enabled: true, hoursBefore: [48] }), ['admin']],
  ['a reminder', base(), createEvent('ReminderSent', { weekId: weekId(1), offset: 48, members: 3 }), ['admin']],
  [
    'a summary of a week',
    base(),
    createEvent('WeekSummaryChanged', { weekId: weekId(1), digest: null, isPinned: true }),
    ['pool', 'week:1'],
  ],
  ['an approval', base(), createEvent('UserApproved', { userId: userId(2) }), ['admin', 'user:2']],
  ['a joining mode', base(), createEvent('JoiningChanged', { mode: 'code' }), ['admin', 'pool']],
  [
    'an invitation',
    base(),
    createEvent('InvitationCreated', { invitationId: invitationId(1), maxUses: null, expiresAt: null }),
    [],
  ],
  ['a revoked invitation', base(), createEvent('InvitationRevoked', { invitationId: invitationId(1) }), []],
  [
    'a further payment',
    base(),
    createEvent('BalancePaid', { entryId: entryId(1), paymentType: 'bank', paidDate: '2025-09-08' as never, amountCents: 1 }),
    ['admin', 'user:2'],
  ],
  [
    'a part of a payment',
    base(),
    createEvent('PartPaymentRecorded', {
      entryId: entryId(1),
      paymentType: 'cash',
      paidDate: '2025-09-08' as never,
      amountCents: 1,
    }),
    ['admin', 'user:2'],
  ],
  ['a claim', base(), createEvent('PaymentClaimed', { entryId: entryId(1), paymentType: null }), ['admin', 'user:2']],
  ['a claim that is withdrawn', base(), createEvent('PaymentClaimWithdrawn', { entryId: entryId(1) }), ['admin', 'user:2']],
  ['a claim that is declined', base(), createEvent('PaymentClaimDeclined', { entryId: entryId(1) }), ['admin', 'user:2']],
  ['another account of the club, a step of the setup', base(), createEvent('TreasurerChanged', { fields: ['iban'] }), ['admin']],
  [
    'a payout',
    base(),
    createEvent('PayoutRecorded', {
      entryId: entryId(1),
      seasonYear: 2025,
      paymentType: 'cash',
      paidDate: '2026-01-05' as never,
      amountCents: 1,
    }),
    [],
  ],
  ['a payout that is taken back', base(), createEvent('PayoutReversed', { entryId: entryId(1), seasonYear: 2025 }), []],
  [
    'a champion of a season before the pool',
    base(),
    createEvent('PastChampionsSet', { seasonYear: 2019, digest: 'ab' }),
    ['pool'],
  ],
  ['a broadcast', base(), createEvent('BroadcastQueued', { recipients: 3 }), []],
  ['a new webhook', base(), createEvent('WebhookAdded', { webhookId: 1, preset: 'slack', events: ['lock'] }), []],
  ['a removed webhook', base(), createEvent('WebhookRemoved', { webhookId: 1 }), []],
  ['a webhook that is switched off', base(), createEvent('WebhookSwitched', { webhookId: 1, isOn: false }), []],
  ['four eyes', base(), createEvent('FourEyesSwitched', { isOn: true }), []],
  [
    'what an admin asks a second one for',
    base(),
    createEvent('ActionRequested', {
      userId: userId(1),
      why: 'four_eyes',
      command: { type: 'CloseWeek', data: { weekId: weekId(1), reason: 'a storm' } },
    }),
    ['admin'],
  ],
  ['its confirmation', base(), createEvent('ActionConfirmed', ASKED), ['admin']],
  ['its refusal', base(), createEvent('ActionRefused', ASKED), ['admin']],
  ['its withdrawal', base(), createEvent('ActionWithdrawn', ASKED), ['admin']],
  ['what is done alone', base(), createEvent('ActionDoneAlone', ASKED), ['admin']],
  [
    'a purge of users and entries',
    base(),
    createEvent('UsersAndEntriesPurged', { users: 2, entries: 2, picks: 0 }),
    ['admin', 'season:2025', 'user:1', 'user:2', 'user:3', ...WEEKS],
  ],
  [
    'a purge of weeks',
    base(),
    createEvent('WeeksPurged', { weeks: 3, games: 2, picks: 0 }),
    ['admin', 'pool', 'season:2025', 'user:1', 'user:2', 'user:3', ...WEEKS],
  ],
  ['a redaction', base(), createEvent('EventsRedacted', { userId: userId(2), positions: [] }), []],
]

describe('affectedTopics', () => {
  it.each(TABLE)('returns the topics of %s', (_, before, event, expected) => {
    const topics = new Set<string>(affectedTopics(at(50, event), before).map(({ topic }) => topic))
    expect([...topics].sort()).toEqual([...expected].sort())
  })

  it('is tested with every type of event', () => {
    const types: Record<EventType, true> = {
      UserRegistered: true,
      UserProfileChanged: true,
      EmailChangedByAdmin: true,
      PicksUnsealed: true,
      PasswordChosenByAdmin: true,
      AdminPasswordReplaced: true,
      AdminGranted: true,
      AdminRevoked: true,
      RoleGiven: true,
      RoleTaken: true,
      PasswordChanged: true,
      LoginsEnded: true,
      SessionEnded: true,
      PasskeyAdded: true,
      PasskeyRemoved: true,
      ProgramTokenCreated: true,
      ProgramTokenRevoked: true,
      ProgramTokenUsed: true,
      UserDeleted: true,
      EntryCreated: true,
      EntryHandedOver: true,
      EntryRenamed: true,
      EntryDeleted: true,
      EntryEliminatedByHand: true,
      EntryReinstated: true,
      PaymentRecorded: true,
      PaymentReversed: true,
      PickSubmitted: true,
      PickOverridden: true,
      OverrideRefused: true,
      PicksRandomized: true,
      BegunGamePicked: true,
      PickCleared: true,
      PickAssigned: true,
      PickRestored: true,
      AssignedPickWithdrawn: true,
      ProxyNamed: true,
      ProxyEnded: true,
      RankingSet: true,
      SplitVoteOpened: true,
      SplitVoteCast: true,
      SplitVoteEnded: true,
      SplitVoteClosed: true,
      BuybackRequested: true,
      BuybackConfirmed: true,
      BuybackDeclined: true,
      BuybackWithdrawn: true,
      ActionUndone: true,
      WeekAdded: true,
      WeekDeleted: true,
      CurrentWeekSet: true,
      LockTimeChanged: true,
      WeekLocked: true,
      WeekReopened: true,
      PicksOfWeekSet: true,
      IneligibleTeamsSet: true,
      PicksUnmasked: true,
      GamesSynced: true,
      GameMoved: true,
      UnreadGamesChanged: true,
      GameScored: true,
      GameStatusChanged: true,
      GameFinalized: true,
      ScoreCorrected: true,
      GamesFinalizedByAdmin: true,
      GameReturnedToFeed: true,
      WeekClosed: true,
      SeasonStarted: true,
      EntryRenewed: true,
      SiteTimeSet: true,
      SiteTimeCleared: true,
      PoolRulesChanged: true,
      ClubChanged: true,
      ClubhouseScreenChanged: true,
      SetupStepMarked: true,
      RemindersChanged: true,
      ReminderSent: true,
      WeekSummaryChanged: true,
      UserApproved: true,
      JoiningChanged: true,
      InvitationCreated: true,
      InvitationRevoked: true,
      BalancePaid: true,
      PartPaymentRecorded: true,
      PayoutRecorded: true,
      PayoutReversed: true,
      PaymentClaimed: true,
      PaymentClaimWithdrawn: true,
      PaymentClaimDeclined: true,
      TreasurerChanged: true,
      PastChampionsSet: true,
      BroadcastQueued: true,
      WebhookAdded: true,
      WebhookRemoved: true,
      WebhookSwitched: true,
      FourEyesSwitched: true,
      ActionRequested: true,
      ActionConfirmed: true,
      ActionRefused: true,
      ActionWithdrawn: true,
      ActionDoneAlone: true,
      UsersAndEntriesPurged: true,
      WeeksPurged: true,
      EventsRedacted: true,
    }
    expect(Object.keys(types).sort()).toEqual([...new Set(TABLE.map(([, , event]) => event.type))].sort())
  })

  it('includes the team of a hidden pick only in the topic of its owner', () => {
    for (const [before, event] of [
      [base(), pick(1, 1, 'KC')],
      [base(pick(1, 1, 'SF')), pick(1, 1, 'KC')],
    ] as const) {
      for (const { topic, invalidations } of affectedTopics(at(50, event), before)) {
        expect(JSON.stringify(invalidations).includes('KC')).toBe(topic === 'user:2')
      }
    }
  })
})

/** The invalidations of an event by topic, without moments, which have cases of their own. */
function invalidated(before: PoolState, event: PoolEvent): Record<string, readonly Invalidation[]> {
  const rows = Object.entries(allInvalidated(before, event)).map(([topic, all]) => [
    topic,
    all.filter(({ kind }) => kind !== 'moments'),
  ])
  return Object.fromEntries(rows)
}

function allInvalidated(before: PoolState, event: PoolEvent): Record<string, readonly Invalidation[]> {
  const by = Map.groupBy(affectedTopics(at(50, event), before), ({ topic }) => topic)
  return Object.fromEntries(
    Array.from(by, ([topic, affected]) => [topic, affected.flatMap(({ invalidations }) => invalidations)]),
  )
}

const INFO: Invalidation = { kind: 'info' }
const RESET: Invalidation = { kind: 'reset' }
/** Of the game of week 2 something else is expected after a result of week 1. */
const EXPECTED: Invalidation = { kind: 'games', ids: [2] }
const FORGET: Invalidation = { kind: 'forget' }
const COUNT: Invalidation = { kind: 'pick_count' }
const rows = (...ids: readonly number[]): Invalidation => ({ kind: 'entries', ids })
const overridden = (entry: number, week: number, abbr: string) =>
  createEvent('PickOverridden', { ...pickData(entry, week, abbr), source: 'override' })
const ofWeeks = (invalidations: readonly Invalidation[], ...ids: readonly number[]) =>
  Object.fromEntries(ids.map((id) => [`week:${id}`, invalidations]))
/** Weeks 1 and 2 have a game KC-SF each; Set All to Final made KC lose week 1 before its lock. */
const settled = (...more: readonly PoolEvent[]) =>
  base(final(1, 3, 7), createEvent('GamesFinalizedByAdmin', { weekId: weekId(1), gameIds: [gameId(1)] }), ...more)
const waived = (abbr: string) =>
  createEvent('EntryReinstated', { entryId: entryId(1), seasonYear: 2025, forgiven: [{ weekId: weekId(1), team: team(abbr) }] })

describe('affectedTopics: moments', () => {
  /** Without what is named twice, because a message names it once. */
  const momentsIn = (before: PoolState, event: PoolEvent) => {
    const named = Object.entries(allInvalidated(before, event)).flatMap(([topic, all]) =>
      all.flatMap((each) => (each.kind === 'moments' ? [JSON.stringify([topic, each.gameIds])] : [])),
    )
    return Array.from(new Set(named), (text) => JSON.parse(text) as unknown)
  }
  const played = [pick(1, 1, 'KC'), lock(1), final(1, 3, 7)]

  it('are those of a game that comes to something, in a locked week', () => {
    expect(momentsIn(base(lock(1)), final(1, 3, 7))).toEqual([['week:1', [1]]])
    expect(momentsIn(base(), final(1, 3, 7))).toEqual([])
    expect(momentsIn(base(...played), final(1, 3, 7))).toEqual([])
  })

  it('are all of a week with its lock, and when an entry or a name in it changes', () => {
    expect(momentsIn(base(final(1, 3, 7)), lock(1))).toEqual([['week:1', null]])
    expect(momentsIn(base(), lock(1))).toEqual([])
    const events = [
      overridden(1, 1, 'SF'),
      createEvent('EntryRenamed', { entryId: entryId(1), name: 'New' }),
      createEvent('UserProfileChanged', { ...id(2), fields: ['last_name'] }),
    ]
    for (const event of events) expect(momentsIn(base(...played), event)).toEqual([['week:1', null]])
    expect(momentsIn(base(...played), createEvent('UserProfileChanged', { ...id(2), fields: ['mobile'] }))).toEqual([])
    expect(momentsIn(base(...played), pick(1, 2, 'SF'))).toEqual([])
  })
})

describe('affectedTopics: invalidations', () => {
  const own = (more: object = {}): Invalidation => ({
    kind: 'pick',
    entryId: 1,
    pick: {
      id: pickIdOf(entryId(1), weekId(1), 1),
      week_id: 1,
      week_number: 1,
      season_year: 2025,
      team_abbr: 'KC',
      is_override: false,
      is_auto: false,
      created_at: NOW,
      updated_at: NOW,
      version: 50,
      ...more,
    },
  })
  const presence = (hasPick: boolean): Invalidation => ({ kind: 'picked', weekId: 1, entryId: 1, picks: hasPick ? 1 : 0 })

  it('sends a first pick to its owner, the count to the week and the presence to admins', () => {
    expect(invalidated(base(), pick(1, 1, 'KC'))).toEqual({ 'user:2': [own()], 'week:1': [COUNT], admin: [presence(true)] })
  })

  it('sends the week to the season after an override where a wipe-out may depend on who was in it', () => {
    const wipeOut = createEvent('PoolRulesChanged', { rules: { ...emptyPool().rules, wipeOut: { reviveAtMost: 1 } } })
    const season = (...before: readonly PoolEvent[]) =>
      invalidated(base(...before, lock(1)), overridden(1, 1, 'SF'))['season:2025']
    expect(season()).toEqual([rows(1)])
    expect(season(wipeOut)).toEqual([rows(1), { kind: 'weeks', ids: [1] }])
  })

  it('sends a cleared pick to its owner, the count to the week and the absence to admins', () => {
    expect(invalidated(base(pick(1, 1, 'KC')), cleared(1, 1))).toEqual({
      'user:2': [{ kind: 'pick_cleared', entryId: 1, weekId: 1, slot: 1 }],
      'week:1': [COUNT],
      admin: [presence(false)],
    })
  })

  it('sends how many picks the entry has with each that it makes or clears besides', () => {
    const second = createEvent('PickSubmitted', { ...pickData(1, 1, 'SF'), pickId: pickIdOf(entryId(1), weekId(1), 2) })
    const two = { kind: 'picked', weekId: 1, entryId: 1, picks: 2 }
    expect(invalidated(base(pick(1, 1, 'KC')), second)).toMatchObject({ 'week:1': [COUNT], admin: [two] })
    const made = { pick: { slot: 2, team_abbr: 'SF' } }
    expect(invalidated(base(pick(1, 1, 'KC')), second)).toMatchObject({ 'user:2': [made] })
    expect(invalidated(base(pick(1, 1, 'KC'), second), cleared(1, 1))).toMatchObject({ admin: [presence(true)] })
  })

  it('treats a pick as the first of its week if the entry has picks in other weeks only', () => {
    expect(invalidated(base(pick(1, 2, 'SF')), pick(1, 1, 'KC'))).toMatchObject({ 'week:1': [COUNT], admin: [presence(true)] })
  })

  it('sends a changed pick only to its owner, with the time of the first one', () => {
    const before = base()
    evolve(before, { ...at(20, pick(1, 1, 'SF')), recordedAt: AT })
    expect(invalidated(before, pick(1, 1, 'KC'))).toEqual({ 'user:2': [own({ created_at: AT })] })
    expect(invalidated(before, overridden(1, 1, 'KC'))).toEqual({ 'user:2': [own({ created_at: AT, is_override: true })] })
  })

  it('says when a sealed pick that is overridden was made only after the lock of its week', () => {
    const before = base()
    const early = '2025-08-31T00:00:00.000Z' as Instant
    evolve(before, { ...at(20, pick(1, 1, 'SF')), recordedAt: early })
    evolve(before, at(21, createEvent('EmailChangedByAdmin', { userId: userId(2), sealedUntil: AT })))
    const sent = (created_at: Instant) => ({ 'user:2': [own({ created_at, is_override: true })] })
    expect(invalidated(before, overridden(1, 1, 'KC'))).toMatchObject(sent(NOW))
    evolve(before, at(22, lock(1)))
    expect(invalidated(before, overridden(1, 1, 'KC'))).toMatchObject(sent(early))
  })

  it('invalidates an entry’s rows in its season and later weeks when its pick changes after the lock', () => {
    const season = { 'season:2025': [rows(1)], ...ofWeeks([rows(1)], 2, 3) }
    const changed = invalidated(base(pick(1, 1, 'SF'), lock(1)), overridden(1, 1, 'KC'))
    expect(changed).toEqual({ 'user:2': [own({ is_override: true })], 'week:1': [rows(1)], ...season })
    const given = invalidated(base(lock(1)), overridden(1, 1, 'KC'))
    expect(given).toMatchObject({ 'week:1': [rows(1), COUNT], ...season })
    expect(invalidated(base(pick(1, 1, 'SF'), lock(1)), cleared(1, 1))).toMatchObject({ 'week:1': [rows(1), COUNT], ...season })
  })

  it('invalidates an entry’s rows when a hidden pick changes whether the entry has lost', () => {
    const fall = { 'season:2025': [rows(1)], ...ofWeeks([rows(1)], 2, 3) }
    expect(invalidated(settled(), pick(1, 1, 'KC'))).toMatchObject(fall)
    expect(invalidated(settled(pick(1, 1, 'KC')), overridden(1, 1, 'SF'))).toEqual({
      'user:2': [own({ team_abbr: 'SF', is_override: true })],
      ...fall,
    })
    expect(invalidated(settled(pick(1, 1, 'KC')), cleared(1, 1))).toMatchObject(fall)
    const same = ['user:2']
    expect(Object.keys(invalidated(settled(pick(1, 1, 'KC')), overridden(1, 1, 'KC')))).toEqual(same)
    expect(Object.keys(invalidated(settled(pick(1, 1, 'SF')), pick(1, 1, 'DAL')))).toEqual(same)
  })

  it('invalidates the season when a hidden pick changes between a waived and an ordinary loss', () => {
    const withWaiver = settled(pick(1, 1, 'KC'), waived('KC'))
    expect(invalidated(withWaiver, overridden(1, 1, 'SF'))).toMatchObject({ 'season:2025': [rows(1)] })
    expect(Object.keys(invalidated(settled(pick(1, 1, 'KC'), waived('DAL')), overridden(1, 1, 'KC')))).toEqual(['user:2'])
    expect(invalidated(settled(waived('KC')), pick(1, 1, 'KC'))).toMatchObject({ 'season:2025': [rows(1)] })
  })

  it('distinguishes waived losses by team and week when both teams lost', () => {
    const waivedIn = (week: number, abbr: string) =>
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
    for (const same of [tied(), tied(waivedIn(2, 'KC')), tied(waivedIn(1, 'DAL'))]) {
      expect(Object.keys(invalidated(same, changed))).toEqual(['user:2'])
    }
    for (const other of [
      tied(waivedIn(1, 'KC')),
      tied(waivedIn(1, 'SF')),
      tied(waivedIn(1, 'DAL'), waivedIn(1, 'KC')),
      tied(waivedIn(2, 'DAL'), waivedIn(1, 'KC')),
    ]) {
      expect(invalidated(other, changed)).toMatchObject({ 'season:2025': [rows(1)] })
    }
  })

  it('sends one reveal to the week and one to the season at the lock', () => {
    const reveal: Invalidation = { kind: 'reveal', weekId: 1, entries: 2 }
    const known = { pool: [INFO], admin: [{ kind: 'picked_closed', weekId: 1 }] }
    expect(invalidated(base(pick(1, 1, 'KC')), lock(1))).toEqual({
      'week:1': [reveal, COUNT],
      'season:2025': [reveal],
      ...known,
    })
    // A loss that was waived before the lock shows its team now. Results that waited for the lock take effect with it.
    expect(invalidated(base(pick(1, 1, 'KC'), waived('KC')), lock(1))).toMatchObject({ 'season:2025': [rows(1), reveal] })
    const elsewhere = createEvent('EntryReinstated', {
      entryId: entryId(1),
      seasonYear: 2025,
      forgiven: [{ weekId: weekId(2), team: team('KC') }],
    })
    expect(invalidated(base(elsewhere), lock(1))).toMatchObject({ 'season:2025': [reveal] })
    const strict = createEvent('PoolRulesChanged', { rules: { ...emptyPool().rules, missedPick: 'eliminated' } })
    expect(Object.keys(invalidated(base(strict), lock(1))).sort()).toEqual(['admin', 'pool', 'season:2025', 'week:1'])
    expect(invalidated(base(final(1, 3, 7)), lock(1))).toEqual({
      'week:1': [reveal, COUNT],
      'season:2025': [reveal],
      ...known,
      ...ofWeeks([RESET], 2, 3),
    })
  })

  it('resets later weeks when a reopened week locks again where entries that joined in between lose a life', () => {
    const lateEntries = createEvent('PoolRulesChanged', { rules: { ...emptyPool().rules, lateEntryLosses: true } })
    const settled = createEvent('GamesFinalizedByAdmin', { weekId: weekId(2), gameIds: [gameId(2)] })
    const reopened = createEvent('WeekReopened', { weekId: weekId(2), marked: true })
    // Set All to Final has settled the results, so that the lock changes none.
    const played = [final(2, 3, 0), lock(2), reopened, settled, entry(3, 2)]
    expect(invalidated(base(lateEntries, ...played), lock(2))).toMatchObject(ofWeeks([RESET], 3))
    expect(invalidated(base(...played), lock(2))).not.toHaveProperty('week:3')
    expect(invalidated(base(lateEntries), lock(2))).not.toHaveProperty('week:3')
  })

  it('resets later weeks when a complete week eliminates entries without a pick', () => {
    const strict = createEvent('PoolRulesChanged', { rules: { ...emptyPool().rules, missedPick: 'eliminated' } })
    const tbd = createEvent('GameFinalized', { ...game(1), homeScore: null, awayScore: null })
    expect(invalidated(base(strict, lock(1)), tbd)).toMatchObject(ofWeeks([RESET], 2, 3))
    expect(Object.keys(invalidated(base(lock(1)), tbd)).sort()).toEqual(['season:2025', 'week:1'])
    expect(Object.keys(invalidated(base(strict, lock(1), tbd), tbd))).toEqual(['week:1'])
  })

  it('sends an automatic pick to its owner as one', () => {
    const assigned = createEvent('PickAssigned', { ...pickData(1, 1, 'KC'), rule: 'my_list' })
    expect(invalidated(base(), assigned)).toMatchObject({ 'user:2': [own({ is_auto: true })] })
  })

  it('rereads the games that moved away, returned to the feed or could not be read', () => {
    const games = (...ids: readonly number[]) => ({ 'week:1': [{ kind: 'games', ids }] })
    const moved = createEvent('GameMoved', { weekId: weekId(1), gameId: gameId(1), toWeekId: weekId(2) })
    expect(invalidated(base(), moved)).toEqual({ ...games(1), 'season:2025': [{ kind: 'weeks', ids: [1] }] })
    const returned = createEvent('GameReturnedToFeed', { weekId: weekId(1), gameId: gameId(1) })
    expect(invalidated(base(lock(1)), returned)).toEqual(games(1))
    const unread = [1, 7].map((n) => ({ gameId: gameId(n), unread: [{ what: 'home_score' as const, value: 'x' }] }))
    expect(invalidated(base(), createEvent('UnreadGamesChanged', { weekId: weekId(1), games: unread }))).toEqual(games(1, 7))
  })

  it('resets the weeks before a reopened one too if its season loses a rule about scores', () => {
    const toLose = createEvent('PoolRulesChanged', { rules: { ...emptyPool().rules, objective: 'lose' } })
    const reopened = createEvent('WeekReopened', { weekId: weekId(2), marked: true })
    expect(invalidated(base(lock(2), toLose), reopened)).toMatchObject(ofWeeks([RESET], 1, 3))
    expect(invalidated(base(toLose, lock(2)), reopened)).not.toHaveProperty('week:1')
  })

  it('resets the weeks before a reopened one too if its season loses the rule about several picks', () => {
    const two = { picks: 2, fromWeek: 1 }
    const rules = createEvent('PoolRulesChanged', { rules: { ...emptyPool().rules, picksPerWeek: two } })
    const reopened = createEvent('WeekReopened', { weekId: weekId(2), marked: true })
    expect(invalidated(base(lock(2), rules), reopened)).toMatchObject(ofWeeks([RESET], 1, 3))
    expect(invalidated(base(rules, lock(2)), reopened)).not.toHaveProperty('week:1')
  })

  it('tells the owners of plans that are picks again when their week reopens, and those of sealed picks to forget', () => {
    const voided = createEvent('PickCleared', { ...cleared(1, 2).data, usedIn: weekId(1) })
    const before = base(pick(1, 2, 'KC'), voided, lock(2), lock(3))
    const reopened = (n: number) => invalidated(before, createEvent('WeekReopened', { weekId: weekId(n), marked: true }))
    expect(reopened(2)).toMatchObject({ 'user:2': [RESET] })
    expect(reopened(2)).not.toHaveProperty('user:3')
    expect(reopened(3)).not.toHaveProperty('user:2')
    const sealed = base(createEvent('EmailChangedByAdmin', { userId: userId(3), sealedUntil: AT }))
    expect(invalidated(sealed, lock(1))).toMatchObject({ 'user:3': [FORGET, RESET] })
  })

  it('resets every view of a reopened week', () => {
    expect(invalidated(base(lock(2)), createEvent('WeekReopened', { weekId: weekId(2), marked: true }))).toEqual({
      'week:2': [RESET],
      'season:2025': [RESET],
      pool: [INFO],
      admin: [RESET],
      'week:3': [RESET],
    })
  })

  it('invalidates the game, the week’s row in the season and later weeks for a result', () => {
    const games: Invalidation = { kind: 'games', ids: [1] }
    expect(invalidated(base(lock(1)), final(1, 3, 0))).toEqual({
      'week:1': [games],
      'season:2025': [{ kind: 'weeks', ids: [1] }],
      'week:2': [RESET, EXPECTED],
      'week:3': [RESET],
    })
    const byAdmin = createEvent('GamesFinalizedByAdmin', { weekId: weekId(1), gameIds: [gameId(1)] })
    expect(invalidated(base(final(1, 3, 0)), byAdmin)).toMatchObject({ 'week:1': [games], 'season:2025': [RESET] })
    const tie = createEvent('ScoreCorrected', { ...game(1), homeScore: 3, awayScore: 3 })
    expect(invalidated(base(lock(1), final(1, 3, 0)), tie)).toMatchObject({ 'week:2': [RESET, EXPECTED], 'week:3': [RESET] })
    for (const event of [
      createEvent('GameScored', { ...game(1), homeScore: 3, awayScore: 0, source: 'feed' }),
      createEvent('GameStatusChanged', { ...game(1), status: 'postponed' }),
      createEvent('ScoreCorrected', { ...game(1), homeScore: 3, awayScore: 0 }),
    ]) {
      expect(invalidated(base(), event)).toEqual({ 'week:1': [games] })
    }
    expect(invalidated(base(), schedule(2))).toEqual({ 'week:2': [{ kind: 'games', ids: [2] }] })
    expect(invalidated(base(), schedule(3))).toEqual({
      'week:3': [{ kind: 'games', ids: [3] }],
      'season:2025': [{ kind: 'weeks', ids: [3] }],
    })
  })

  it('invalidates the week’s row in the season for another margin where one counts', () => {
    const { rules } = emptyPool()
    const correction = createEvent('ScoreCorrected', { ...game(1), homeScore: 6, awayScore: 0 })
    const after = (changed: Partial<typeof rules>) =>
      base(createEvent('PoolRulesChanged', { rules: { ...rules, ...changed } }), lock(1), final(1, 3, 0))
    const margins = [
      after({ tiebreak: ['margin', 'share'] }),
      after({ prizes: { shares: [100], weeklyCents: 500 }, currency: 'USD' }),
    ]
    for (const pool of margins) {
      expect(invalidated(pool, correction)).toEqual({
        'week:1': [{ kind: 'games', ids: [1] }],
        'season:2025': [{ kind: 'weeks', ids: [1] }],
        'week:2': [EXPECTED],
      })
    }
    const withoutPrize = after({ prizes: { shares: [100], weeklyCents: 0 } })
    expect(Object.keys(invalidated(withoutPrize, correction))).toEqual(['week:1', 'week:2'])
  })

  it('rereads the games that name an admin when anyone who is or was one gets another name or deletes the account', () => {
    const decided = base(createEvent('GameStatusChanged', { ...game(1), status: 'postponed', origin: 'hand' }))
    const renamed = (user: number, field: 'first_name' | 'email') =>
      invalidated(decided, createEvent('UserProfileChanged', { ...id(user), fields: [field] }))
    const named: Invalidation = { kind: 'games', ids: [1] }
    for (const user of [1, 2]) {
      expect(renamed(user, 'first_name')).toMatchObject({ 'week:1': [named] })
      expect(renamed(user, 'email')).not.toHaveProperty('week:1')
    }
    expect(invalidated(decided, createEvent('UserDeleted', id(1)))).toMatchObject({ 'week:1': [named, FORGET] })
    expect(invalidated(decided, createEvent('UserDeleted', id(2)))).toMatchObject({
      'week:1': [rows(1), COUNT, FORGET, named, FORGET],
    })
  })

  it('forgets earlier messages when an account is deleted, and rereads rows when a name changes', () => {
    expect(invalidated(base(), createEvent('UserDeleted', id(2)))).toEqual({
      'user:2': [RESET],
      admin: [FORGET, { kind: 'users', ids: [2] }, FORGET, rows(1)],
      'season:2025': [rows(1), FORGET],
      ...ofWeeks([rows(1), COUNT, FORGET], 1, 2, 3),
    })
    expect(invalidated(base(), createEvent('UserDeleted', id(1)))).toEqual({
      'user:1': [RESET],
      admin: [FORGET, { kind: 'users', ids: [1] }],
    })
    const names = createEvent('UserProfileChanged', { ...id(2), fields: ['last_name', 'email'] })
    expect(invalidated(base(), names)).toEqual({
      'user:2': [INFO],
      admin: [{ kind: 'users', ids: [2] }, rows(1)],
      'season:2025': [rows(1)],
    })
    for (const field of ['email', 'mobile', 'password'] as const) {
      expect(Object.keys(invalidated(base(), createEvent('UserProfileChanged', { ...id(2), fields: [field] }))).sort()).toEqual([
        'admin',
        'user:2',
      ])
    }
    expect(invalidated(base(), createEvent('UserProfileChanged', { ...id(1), fields: ['last_name'] }))).toEqual({
      'user:1': [INFO],
      admin: [{ kind: 'users', ids: [1] }],
    })
  })

  it('invalidates an entry’s row in every list that shows it', () => {
    const lists = { 'user:2': [rows(1)], admin: [rows(1)] }
    const everywhere = { ...lists, 'season:2025': [rows(1)], ...ofWeeks([rows(1)], 1, 2, 3) }
    const rename = createEvent('EntryRenamed', { entryId: entryId(1), name: 'X' })
    expect(invalidated(base(), rename)).toEqual(everywhere)
    expect(invalidated(base(week(4, 2026)), rename)).toMatchObject({
      ...everywhere,
      'season:2026': [rows(1)],
      'week:4': [rows(1)],
    })
    expect(invalidated(base(), createEvent('EntryDeleted', { entryId: entryId(1) }))).toEqual({
      ...everywhere,
      ...ofWeeks([rows(1), COUNT], 1, 2, 3),
    })
    expect(invalidated(base(), entry(3, 2))).toEqual({
      'user:2': [rows(3)],
      admin: [rows(3)],
      'season:2025': [rows(3)],
      ...ofWeeks([rows(3)], 1, 2, 3),
    })
    const hand = createEvent('EntryEliminatedByHand', { entryId: entryId(1), seasonYear: 2025, weekNumber: 1 })
    expect(invalidated(base(week(4, 2026)), hand)).toEqual({ ...lists, 'season:2025': [rows(1)], ...ofWeeks([rows(1)], 1, 2, 3) })
    const back = createEvent('EntryReinstated', { entryId: entryId(1), seasonYear: 2025, forgiven: [] })
    expect(invalidated(base(), back)).toEqual(everywhere)
    expect(invalidated(base(), createEvent('EntryRenamed', { entryId: entryId(9), name: 'X' }))).not.toHaveProperty('admin')
  })

  it('invalidates the entries that fall or come back because a week becomes a wipe-out or stops being one', () => {
    const revive = createEvent('PoolRulesChanged', { rules: { ...emptyPool().rules, wipeOut: { reviveAtMost: 1 } } })
    const fallen = [pick(1, 1, 'KC'), pick(2, 1, 'SF'), lock(1), final(1, 7, 7)]
    const back = createEvent('EntryReinstated', {
      entryId: entryId(1),
      seasonYear: 2025,
      forgiven: [{ weekId: weekId(1), team: team('KC') }],
    })
    expect(invalidated(base(revive, ...fallen), back)).toMatchObject(ofWeeks([rows(1), rows(2)], 2, 3))
    expect(invalidated(base(...fallen), back)).toMatchObject(ofWeeks([rows(1)], 2, 3))
  })

  it('rereads the locked weeks of a season with wipe-outs, which may name a deleted entry as absent', () => {
    const revive = createEvent('PoolRulesChanged', { rules: { ...emptyPool().rules, wipeOut: { reviveAtMost: 1 } } })
    for (const event of [createEvent('EntryDeleted', { entryId: entryId(1) }), createEvent('UserDeleted', id(2))]) {
      const season = (...before: readonly PoolEvent[]) => invalidated(base(...before), event)['season:2025']
      expect(season(revive, lock(1))).toContainEqual({ kind: 'weeks', ids: [1] })
      for (const other of [season(revive), season(lock(1))]) expect(other?.map(({ kind }) => kind)).not.toContain('weeks')
    }
  })

  it('invalidates the entries that are out later or earlier because a week becomes a wipe-out or stops being one', () => {
    const revive = createEvent('PoolRulesChanged', { rules: { ...emptyPool().rules, wipeOut: { reviveAtMost: 1 } } })
    const picks = [pick(1, 1, 'SF'), pick(2, 1, 'KC'), pick(3, 1, 'KC'), pick(2, 2, 'KC')]
    // Entries 2 and 3 are out in week 1; the plan of entry 2 for week 2 has lost too.
    const before = base(revive, entry(3, 3), ...picks, lock(1), final(1, 3, 7), lock(2), final(2, 3, 7))
    expect(invalidated(before, overridden(1, 1, 'KC'))).toMatchObject({ 'week:2': [rows(1), COUNT, rows(2, 3), COUNT] })
  })

  it('invalidates late entries when an event decides a season, or undoes that', () => {
    const decided = [pick(1, 1, 'KC'), pick(2, 1, 'SF'), lock(1), final(1, 3, 7)]
    const back = createEvent('EntryReinstated', {
      entryId: entryId(1),
      seasonYear: 2025,
      forgiven: [{ weekId: weekId(1), team: team('KC') }],
    })
    // The picks of an entry that is out do not count in a week that has locked.
    expect(invalidated(base(...decided), back)).toMatchObject({ 'week:1': [rows(1), COUNT], ...ofWeeks([rows(1)], 2, 3) })
    expect(invalidated(base(...decided, entry(3, 2)), back)).toMatchObject({
      'week:1': [rows(1), COUNT, rows(3), COUNT],
      ...ofWeeks([rows(1), rows(3)], 2, 3),
    })
    const out = createEvent('EntryEliminatedByHand', { entryId: entryId(1), seasonYear: 2025, weekNumber: 1 })
    expect(invalidated(base(...decided, entry(3, 2), back), out)).toMatchObject(ofWeeks([rows(1), rows(3)], 2, 3))
    const gone = createEvent('EntryDeleted', { entryId: entryId(1) })
    expect(invalidated(base(...decided, entry(3, 2)), gone)).toMatchObject(ofWeeks([rows(1), COUNT, rows(3)], 2, 3))
    const scored = [pick(1, 1, 'KC'), pick(2, 1, 'SF'), lock(1), entry(3, 2)]
    expect(invalidated(base(...scored), final(1, 3, 7))).toMatchObject({
      'week:2': [RESET, EXPECTED, rows(3)],
      'week:3': [RESET, rows(3)],
    })
  })

  it('invalidates late entries when an override of an automatic pick, which had decided a season, is undone', () => {
    const decided = [pick(1, 1, 'SF'), pick(2, 1, 'KC'), lock(1), final(1, 3, 7), entry(3, 2)]
    const assigned = createEvent('PickAssigned', { ...pickData(2, 1, 'SF'), rule: 'my_list' })
    expect(invalidated(base(...decided), assigned)).toMatchObject(ofWeeks([rows(2), rows(3)], 2, 3))
  })

  it('invalidates the pool for changes of weeks, rules and site time', () => {
    expect(invalidated(base(pick(1, 2, 'KC'), pick(2, 1, 'KC')), createEvent('WeekDeleted', { weekId: weekId(2) }))).toEqual({
      pool: [INFO],
      'week:2': [RESET],
      'season:2025': [RESET],
      'week:3': [RESET],
      admin: [{ kind: 'picked_closed', weekId: 2 }],
      'user:2': [rows(1)],
    })
    expect(invalidated(base(), week(4))).toEqual({
      pool: [INFO],
      'week:4': [INFO],
      'season:2025': [{ kind: 'weeks', ids: [4] }],
    })
    expect(invalidated(base(), createEvent('CurrentWeekSet', { weekId: weekId(2) }))).toEqual({
      pool: [INFO],
      ...ofWeeks([INFO], 1, 2),
    })
    const rules = createEvent('PoolRulesChanged', { rules: emptyPool().rules })
    expect(invalidated(base(), rules)).toEqual({ pool: [INFO], 'season:2025': [RESET] })
    expect(invalidated(base(lock(1), week(4, 2026)), rules)).toEqual({ pool: [INFO], 'season:2026': [RESET] })
    for (const changed of [
      { objective: 'lose' },
      { lives: 2 },
      { missedPick: 'eliminated' },
      { cancelledGame: 'loss' },
    ] as const) {
      const results = createEvent('PoolRulesChanged', { rules: { ...emptyPool().rules, ...changed } })
      expect(invalidated(base(), results)).toEqual({ pool: [INFO], 'season:2025': [RESET], ...ofWeeks([RESET], 1, 2, 3) })
    }
    const toLose = createEvent('PoolRulesChanged', { rules: { ...emptyPool().rules, objective: 'lose' } })
    expect(invalidated(base(lock(1), week(4, 2026)), toLose)).toEqual({ pool: [INFO], 'season:2026': [RESET], 'week:4': [RESET] })
    expect(invalidated(base(), createEvent('SiteTimeSet', { siteTime: NOW, running: false }))).toEqual({ pool: [INFO] })
    expect(invalidated(base(), createEvent('PicksUnmasked', { weekId: weekId(1) }))).toEqual({
      pool: [INFO],
      ...ofWeeks([INFO], 1),
    })
  })

  it('invalidates what else names a deleted week: requests to buy back in, the vote, and weeks whose rules its lock kept', () => {
    const deleted = (...before: readonly PoolEvent[]) =>
      invalidated(base(...before), createEvent('WeekDeleted', { weekId: weekId(2) }))
    const loss = { weekId: weekId(2), team: team('KC') }
    const asked = deleted(createEvent('BuybackRequested', { ...buyback, loss }))
    expect(asked).toMatchObject({ 'user:2': [rows(1)], admin: [{ kind: 'picked_closed', weekId: 2 }, rows(1)] })
    expect(deleted(createEvent('BuybackRequested', buyback))).not.toHaveProperty('user:2')
    const ofWeek2 = createEvent('SplitVoteOpened', { ...vote, weekId: weekId(2) })
    expect(deleted(ofWeek2)).toMatchObject({ 'user:2': [rows(1)], 'user:3': [rows(2)] })
    expect(deleted(voteOpened)).not.toHaveProperty('user:2')
    const toLose = createEvent('PoolRulesChanged', { rules: { ...emptyPool().rules, objective: 'lose' } })
    expect(deleted(lock(2), toLose)).toMatchObject(ofWeeks([RESET], 1, 3))
    expect(deleted(toLose, lock(2))).not.toHaveProperty('week:1')
  })

  it('resets every topic after a purge', () => {
    const users = { 'user:1': [RESET], 'user:2': [RESET], 'user:3': [RESET] }
    const all = { ...users, admin: [RESET], 'season:2025': [RESET], ...ofWeeks([RESET], 1, 2, 3) }
    expect(invalidated(base(), createEvent('UsersAndEntriesPurged', { users: 2, entries: 2, picks: 0 }))).toEqual(all)
    expect(invalidated(base(), createEvent('WeeksPurged', { weeks: 3, games: 2, picks: 0 }))).toEqual({
      ...all,
      pool: [INFO],
      admin: [RESET, INFO],
    })
  })

  it('returns no topics for weeks and entries that do not exist', () => {
    const gone = weekId(9)
    const none: readonly PoolEvent[] = [
      createEvent('WeekDeleted', { weekId: gone }),
      createEvent('WeekReopened', { weekId: gone, marked: true }),
      lock(9),
      final(9, 3, 0),
      pick(1, 9, 'KC'),
      createEvent('PaymentReversed', { entryId: entryId(9) }),
      createEvent('RankingSet', { entryId: entryId(9), teams: [], nonce: '' }),
      createEvent('OverrideRefused', { entryId: entryId(9), weekId: weekId(1) }),
    ]
    expect(none.map((event) => invalidated(base(), event))).toEqual(none.map(() => ({})))
    expect(Object.keys(invalidated(base(), createEvent('UserDeleted', id(9))))).toEqual(['user:9', 'admin'])
  })
})
