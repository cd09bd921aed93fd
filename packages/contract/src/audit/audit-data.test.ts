import {
  createEvent,
  DEFAULT_RULES,
  entryId,
  EVENT_TYPES,
  type EventType,
  pickIdOf,
  type PoolEvent,
  weekId,
} from '@outlast/domain'
import { describe, expect, it } from 'vitest'
import { auditEventOf } from './audit-events.ts'
import type { AuditContext } from './audit-line.ts'

const GAME = { away_team_abbr: 'MIA', home_team_abbr: 'BUF' }
/** Weeks 1 and 2 exist; the viewer may see picks of week 1. */
const context: AuditContext = {
  game: GAME,
  previousName: null,
  tokenName: 'Bar',
  isByHand: false,
  weekNumber: (weekId) => (weekId < 3 ? weekId + 10 : null),
  maySeePick: (weekId) => weekId === 1,
}
const pick = { pickId: 1_000_001, entryId: 1, weekId: 1, team: 'KC', nonce: 'aa', commitment: 'bb' }
const score = { weekId: 1, gameId: 1, homeScore: 7, awayScore: 3 }
const HASH = 'ab'.repeat(32)
const shown = { game: GAME, away_score: 3, home_score: 7 }

/** The data of an event in the log, and the part that the audit trail shows. */
const TABLE: Readonly<Record<EventType, readonly [object, object]>> = {
  UserRegistered: [
    { userId: 1, isAdmin: true, origin: 'self', invitationId: 7, nameCommitment: HASH },
    { is_admin: true, origin: 'self', waiting: false },
  ],
  UserApproved: [{ userId: 1 }, {}],
  UserProfileChanged: [{ userId: 1, fields: ['last_name'], nameCommitment: HASH }, { fields: ['last_name'] }],
  EmailChangedByAdmin: [{ userId: 1, sealedUntil: '2025-09-08T12:00:00.000Z' }, { sealed_until: '2025-09-08T12:00:00.000Z' }],
  PicksUnsealed: [{ userId: 1, by: 'confirmation' }, { by: 'confirmation' }],
  PasswordChosenByAdmin: [{ userId: 1 }, {}],
  AdminPasswordReplaced: [{ userId: 1 }, {}],
  AdminGranted: [{ userId: 1 }, {}],
  AdminRevoked: [{ userId: 1 }, {}],
  RoleGiven: [{ userId: 1, role: 'treasurer' }, { role: 'treasurer' }],
  RoleTaken: [{ userId: 1, role: 'treasurer' }, { role: 'treasurer' }],
  PasswordChanged: [{ userId: 1, by: 'self' }, { by: 'self' }],
  LoginsEnded: [{ userId: 1 }, {}],
  SessionEnded: [{ userId: 1, sessionId: '0b3c1f6e-8d55-4c55-9a46-3c6f2c1f7a10' }, {}],
  PasskeyAdded: [{ userId: 1 }, {}],
  PasskeyRemoved: [{ userId: 1 }, {}],
  ProgramTokenCreated: [
    { userId: 1, scopes: ['read'], endsAt: '2025-09-08T12:00:00.000Z', hash: HASH },
    { name: 'Bar', scopes: ['read'], ends_at: '2025-09-08T12:00:00.000Z' },
  ],
  ProxyNamed: [{ entryId: 1, userId: 2, weekId: 2 }, { until_week: 12 }],
  ProxyEnded: [{ entryId: 1, userId: 2, because: 'time' }, { because: 'time' }],
  ProgramTokenRevoked: [{ userId: 1, tokenId: 7 }, { name: 'Bar' }],
  ProgramTokenUsed: [
    { userId: 1, tokenId: 7, scope: 'read' },
    { name: 'Bar', scope: 'read' },
  ],
  UserDeleted: [{ userId: 1 }, {}],
  EntryCreated: [{ entryId: 1, userId: 1, name: 'One' }, { name: 'One' }],
  EntryHandedOver: [{ entryId: 1, userId: 2, byHand: true }, { by_hand: true }],
  EntryRenamed: [
    { entryId: 1, name: null },
    { name: null, previous_name: null },
  ],
  EntryDeleted: [{ entryId: 1 }, {}],
  EntryEliminatedByHand: [
    { entryId: 1, seasonYear: 2025, weekNumber: 3 },
    { season_year: 2025, week_number: 3 },
  ],
  EntryReinstated: [
    {
      entryId: 1,
      seasonYear: 2025,
      forgiven: [
        { weekId: 1, team: 'KC' },
        { weekId: 1, team: null },
        { weekId: 2, team: 'SF' },
        { weekId: 9, team: 'GB' },
      ],
    },
    {
      season_year: 2025,
      waived: [
        { week_number: 11, team_abbr: 'KC' },
        { week_number: 11, team_abbr: null },
        { week_number: 12, team_abbr: null, hidden: true },
        { week_number: null, team_abbr: null, hidden: true },
      ],
    },
  ],
  PaymentRecorded: [
    { entryId: 1, paymentType: 'cash', paidDate: '2025-09-01' },
    { payment_type: 'cash', paid_date: '2025-09-01' },
  ],
  PaymentReversed: [{ entryId: 1 }, {}],
  PickSubmitted: [pick, { team_abbr: 'KC', commitment: 'bb', nonce: 'aa' }],
  PickOverridden: [
    { ...pick, source: 'override' },
    { team_abbr: 'KC', commitment: 'bb', nonce: 'aa', source: 'override' },
  ],
  BegunGamePicked: [{ weekId: 1, entryId: 1, team: 'KC' }, {}],
  OverrideRefused: [{ entryId: 1, weekId: 1, team: 'KC' }, {}],
  PicksRandomized: [
    { weekId: 1, overwrite: true, created: 2, updated: 1, skipped: 3, teams: ['KC'] },
    { overwrite: true, created: 2, updated: 1, skipped: 3 },
  ],
  PickCleared: [{ pickId: 1_000_001, entryId: 1, weekId: 1 }, {}],
  PickAssigned: [
    { ...pick, rule: 'my_list' },
    { team_abbr: 'KC', commitment: 'bb', nonce: 'aa', rule: 'my_list' },
  ],
  PickRestored: [{ pickId: 1_000_001, entryId: 1, weekId: 1 }, {}],
  AssignedPickWithdrawn: [{ pickId: 1_000_001, entryId: 1, weekId: 1 }, {}],
  RankingSet: [{ entryId: 1, teams: ['KC'], nonce: 'aa' }, {}],
  SplitVoteOpened: [
    { weekId: 1, seasonYear: 2025, entryIds: [1, 2] },
    { season_year: 2025, entry_ids: [1, 2] },
  ],
  SplitVoteCast: [{ weekId: 1, entryId: 1, choice: 'share' }, {}],
  SplitVoteEnded: [
    { weekId: 1, seasonYear: 2025, because: 'standings' },
    { season_year: 2025, because: 'standings' },
  ],
  SplitVoteClosed: [
    { weekId: 1, seasonYear: 2025, entryIds: [1, 2], share: [1], playOn: [2] },
    { season_year: 2025, entry_ids: [1, 2], share_ids: [1], play_on_ids: [2] },
  ],
  BuybackRequested: [
    { entryId: 1, seasonYear: 2025, loss: { weekId: 1, team: 'KC' } },
    { season_year: 2025, loss: { week_number: 11, team_abbr: 'KC' } },
  ],
  BuybackConfirmed: [
    { entryId: 1, seasonYear: 2025, loss: { weekId: 2, team: 'KC' }, waived: [], feeCents: 500 },
    { season_year: 2025, loss: { week_number: 12, team_abbr: null, hidden: true }, fee_cents: 500 },
  ],
  BuybackDeclined: [
    { entryId: 1, seasonYear: 2025, loss: { weekId: 1, team: null } },
    { season_year: 2025, loss: { week_number: 11, team_abbr: null } },
  ],
  ActionUndone: [
    { undone: 7, action: 'reinstatement', entryId: 1, seasonYear: 2025, unwaived: [{ weekId: 1, team: 'KC' }] },
    { undone: 7, action: 'reinstatement' },
  ],
  BuybackWithdrawn: [
    { entryId: 1, seasonYear: 2025, loss: { weekId: 1, team: 'KC' }, because: 'next_lock', weekNumber: 12 },
    {
      season_year: 2025,
      loss: { week_number: 11, team_abbr: 'KC' },
      lapsed: { because: 'next_lock', week_number: 12 },
    },
  ],
  WeekAdded: [{ weekId: 1, seasonYear: 2025, weekNumber: 1, lockTime: 'then' }, { lock_time: 'then' }],
  WeekDeleted: [{ weekId: 1 }, {}],
  CurrentWeekSet: [{ weekId: 1 }, {}],
  LockTimeChanged: [
    { weekId: 1, lockTime: 'then', automatic: false },
    { lock_time: 'then', automatic: false },
  ],
  WeekLocked: [
    { weekId: 1, lockTime: 'then', merkleRoot: 'cc', entries: 3, picks: 2, missed: [2] },
    { entries: 3, picks: 2, merkle_root: 'cc' },
  ],
  WeekReopened: [{ weekId: 1, marked: true }, { marked: true }],
  PicksOfWeekSet: [{ weekId: 1, picks: 2 }, { picks: 2 }],
  IneligibleTeamsSet: [{ weekId: 1, teams: ['KC'] }, { teams: ['KC'] }],
  PicksUnmasked: [{ weekId: 1 }, {}],
  GamesSynced: [
    { weekId: 1, games: [{}, { earlierEspnId: 'A' }] },
    { games: 2, relisted: 1 },
  ],
  GameMoved: [
    { weekId: 1, gameId: 1, toWeekId: 1 },
    { game: GAME, to_week_number: null },
  ],
  UnreadGamesChanged: [
    { weekId: 1, games: [{ unread: [] }, { unread: [{}] }] },
    { games: 2, unread: 1 },
  ],
  GameScored: [
    { ...score, detail: '1st', source: 'feed' },
    { ...shown, detail: '1st', source: 'feed' },
  ],
  GameStatusChanged: [
    { weekId: 1, gameId: 1, status: 'postponed', detail: null },
    { game: GAME, status: 'postponed' },
  ],
  GameFinalized: [{ ...score, detail: null }, shown],
  ScoreCorrected: [{ ...score, detail: null }, shown],
  GamesFinalizedByAdmin: [{ weekId: 1, gameIds: [1, 2, 3] }, { games: 3 }],
  GameReturnedToFeed: [{ weekId: 1, gameId: 1 }, { game: GAME }],
  WeekClosed: [
    { weekId: 1, gameIds: [1, 2], picks: 'lose' },
    { games: 2, picks: 'lose' },
  ],
  SeasonStarted: [{ seasonYear: 2026 }, { season_year: 2026 }],
  EntryRenewed: [{ entryId: 1, seasonYear: 2026 }, { season_year: 2026 }],
  SiteTimeSet: [
    { siteTime: 'then', running: true },
    { site_time: 'then', running: true },
  ],
  SiteTimeCleared: [{}, {}],
  PoolRulesChanged: [{ rules: DEFAULT_RULES }, { rules: DEFAULT_RULES }],
  JoiningChanged: [{ mode: 'code' }, { mode: 'code' }],
  InvitationCreated: [
    { invitationId: 1, maxUses: 5, expiresAt: null },
    { invitation_id: 1, max_uses: 5, expires_at: null },
  ],
  InvitationRevoked: [{ invitationId: 1 }, { invitation_id: 1 }],
  ClubChanged: [
    { name: 'Kickers', color: '#0a5c36' },
    { name: 'Kickers', color: '#0a5c36', crest: null, shows_odds: true },
  ],
  ClubhouseScreenChanged: [
    { scenes: ['games'], names: 'initials' },
    { scenes: ['games'], names: 'initials' },
  ],
  SetupStepMarked: [
    { step: 'season', mark: 'done', seasonYear: 2026 },
    { step: 'season', mark: 'done' },
  ],
  BalancePaid: [
    { entryId: 1, paymentType: 'bank', paidDate: '2025-09-08', amountCents: 1000 },
    { payment_type: 'bank', paid_date: '2025-09-08' },
  ],
  PartPaymentRecorded: [
    { entryId: 1, paymentType: 'cash', paidDate: '2025-09-08', amountCents: 1000 },
    { payment_type: 'cash', paid_date: '2025-09-08' },
  ],
  PayoutRecorded: [
    { entryId: 1, seasonYear: 2025, paymentType: 'cash', paidDate: '2026-01-05', amountCents: 5000 },
    { payment_type: 'cash', paid_date: '2026-01-05', season_year: 2025 },
  ],
  PayoutReversed: [{ entryId: 1, seasonYear: 2025 }, { season_year: 2025 }],
  PaymentClaimed: [{ entryId: 1, paymentType: 'venmo' }, {}],
  PaymentClaimWithdrawn: [{ entryId: 1 }, { because: null }],
  PaymentClaimDeclined: [{ entryId: 1 }, {}],
  TreasurerChanged: [{ fields: ['iban'] }, { fields: ['iban'] }],
  BroadcastQueued: [
    { recipients: 4, audience: 'unpaid' },
    { recipients: 4, audience: 'unpaid' },
  ],
  WebhookAdded: [
    { webhookId: 1, preset: 'slack', events: ['lock'] },
    { preset: 'slack', events: ['lock'] },
  ],
  WebhookRemoved: [{ webhookId: 1 }, {}],
  FourEyesSwitched: [{ isOn: true }, { is_on: true }],
  // Neither the team nor the reason.
  ActionRequested: [
    {
      userId: 1,
      command: { type: 'OverridePick', data: { entryId: 1, weekId: 1, team: 'KC', nonce: 'aa', reason: 'He phoned' } },
      why: 'four_eyes',
      entryId: 1,
      weekId: 1,
    },
    { command: 'OverridePick', why: 'four_eyes' },
  ],
  ActionConfirmed: [{ userId: 1, asked: 7 }, { asked: 7 }],
  ActionRefused: [{ userId: 1, asked: 7 }, { asked: 7 }],
  ActionWithdrawn: [{ userId: 1, asked: 7 }, { asked: 7 }],
  ActionDoneAlone: [{ userId: 1, asked: 7 }, { asked: 7 }],
  WebhookSwitched: [{ webhookId: 1, isOn: true }, { is_on: true }],
  RemindersChanged: [
    { enabled: true, hoursBefore: [48, 3] },
    { enabled: true, hours_before: [48, 3] },
  ],
  ReminderSent: [
    { weekId: 1, offset: 48, members: 12 },
    { offset: 48, members: 12 },
  ],
  WeekSummaryChanged: [
    { weekId: 1, digest: 'ab', isPinned: true },
    { digest: 'ab', is_pinned: true },
  ],
  PastChampionsSet: [
    { seasonYear: 2019, digest: 'ab' },
    { season_year: 2019, digest: 'ab' },
  ],
  UsersAndEntriesPurged: [
    { users: 1, entries: 2, picks: 3 },
    { users: 1, entries: 2, picks: 3 },
  ],
  WeeksPurged: [
    { weeks: 1, games: 2, picks: 3 },
    { weeks: 1, games: 2, picks: 3 },
  ],
  EventsRedacted: [{ userId: 1, positions: [4, 5] }, { events: 2 }],
}

describe('auditEventOf', () => {
  it.each(EVENT_TYPES)('shows the listed fields of %s and no others', (type) => {
    const [data, shown] = TABLE[type]
    const event = { type, data: { ...data, later: 'a future field' } } as unknown as PoolEvent
    expect(auditEventOf(event, context)).toStrictEqual({ type, data: shown })
  })
  it.each([
    [
      'GameScored',
      { ...score, detail: null, source: 'feed', phase: 'undecided', origin: 'hand' },
      { ...shown, detail: null, source: 'feed', phase: 'undecided', origin: 'hand' },
    ],
    [
      'GameStatusChanged',
      { weekId: 1, gameId: 1, status: 'postponed', phase: 'moved', origin: 'undo' },
      { game: GAME, status: 'postponed', phase: 'moved', origin: 'undo' },
    ],
    ['GameMoved', { weekId: 1, gameId: 1, toWeekId: 2 }, { game: GAME, to_week_number: 12 }],
    ['GamesSynced', { weekId: 1, games: [{}, {}, { earlierEspnId: 'A' }] }, { games: 3, relisted: 1 }],
    ['UnreadGamesChanged', { weekId: 1, games: [{ unread: [] }, { unread: [] }, { unread: [{}] }] }, { games: 3, unread: 1 }],
  ] as const)('shows where the progress of a game came from, and where it went: %s', (type, data, expected) => {
    expect(auditEventOf({ type, data } as PoolEvent, context)).toStrictEqual({ type, data: expected })
  })
  it.each([
    ['the same week, whose game moved', 1, { game_moved: true }],
    ['another week', 2, { used_in_week: 12 }],
    ['a week that is gone', 3, { used_in_week: null }],
  ])('shows why the system cleared a pick: its team was used in %s', (_, usedIn, shown) => {
    const [entry, week] = [entryId(1), weekId(1)]
    const pickId = pickIdOf(entry, week, 1)
    const event = createEvent('PickCleared', { pickId, entryId: entry, weekId: week, usedIn: weekId(usedIn) })
    expect(auditEventOf(event, context).data).toStrictEqual(shown)
  })
  it.each([
    ['at the lock', { usedIn: weekId(1) }, 'at_lock'],
    ['after it', {}, 'after_lock'],
  ])('shows that the team of a cleared pick had no game: found %s', (_, found, no_game) => {
    const [entry, week] = [entryId(1), weekId(1)]
    const pickId = pickIdOf(entry, week, 1)
    const event = createEvent('PickCleared', { pickId, entryId: entry, weekId: week, noGame: true, ...found })
    expect(auditEventOf(event, context).data).toStrictEqual({ no_game })
  })
})
