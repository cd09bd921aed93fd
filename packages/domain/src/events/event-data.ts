import type { FourEyesEvents } from './four-eyes-events.ts'
import type { ProxyEvents } from '../values/proxies.ts'
import type { Audience } from '../values/audience.ts'
import type { EntryId, GameId, InvitationId, PickId, Position, UserId, WeekId } from '../values/ids.ts'
import type { GamePhase, GameStatus, UnreadPart } from '../values/game-life.ts'
import type { Instant } from '../values/instant.ts'
import type { JoiningMode } from '../values/joining.ts'
import type { CalendarDay, PaymentType } from '../values/payment.ts'
import type { Role } from '../values/roles.ts'
import type { Scope } from '../values/scopes.ts'
import type { AutoPickStep, PoolRules } from '../pool-rules/index.ts'
import type { ClubhouseScreen } from '../values/clubhouse-screen.ts'
import type { SetupMark, SetupStep } from '../values/setup-steps.ts'
import type { TeamAbbr } from '../values/teams.ts'
import type { UndoableKind } from '../values/undoable-kinds.ts'
import type { BuybackLapse, ClaimLapse } from '../values/lapse.ts'
import type { SplitChoice, SplitVoteEnd } from '../values/split-vote.ts'
import type { WebhookEvent, WebhookPreset } from '../values/webhooks.ts'

/** A pick as the log stores it: the team, and what proves later that this was the team. */
export interface PickData {
  readonly pickId: PickId
  readonly entryId: EntryId
  readonly weekId: WeekId
  readonly team: TeamAbbr
  /** 32 random bytes in hex. Secret until the week is revealed. */
  readonly nonce: string
  /** HMAC-SHA-256(nonce, canonical JSON of entry, team and week) in hex. */
  readonly commitment: string
}

/**
 * When a reminder of missing picks is sent: a number of hours before the lock, before the week's first kickoff, or when an admin asks for
 * one, to all members (`manual`) or to one (`member`).
 */
export type ReminderOffset = number | 'kickoff' | 'manual' | 'member'

/** A game of the schedule. */
export interface ScheduledGame {
  readonly gameId: GameId
  readonly espnId: string
  readonly home: TeamAbbr
  readonly away: TeamAbbr
  readonly kickoff: Instant
  readonly kickoffKnown: boolean
  /** The id under which the feed listed the game before. */
  readonly earlierEspnId?: string
}

/** What of a game the newest answer of the feed says in a way that could not be read; none: everything could be read again. */
export interface UnreadGame {
  readonly gameId: GameId
  readonly unread: readonly UnreadPart[]
  /** It concerns the result, in a week that was not complete. */
  readonly isResultUnread?: true
}

/** What an entry owed for an earlier season, and a payment settled. */
export interface SettledSeason {
  readonly seasonYear: number
  readonly amountCents: number
}

/** Where the progress of a game comes from if not from the feed: an admin, or the undoing of an admin's action. */
export type GameOrigin = 'hand' | 'undo'

/** A loss of an entry; `team` is null for a missed pick. */
export interface Loss {
  readonly weekId: WeekId
  readonly team: TeamAbbr | null
}

export function isSameLoss(a: Loss, b: Loss): boolean {
  return a.weekId === b.weekId && a.team === b.team
}

/** The data of each event type. It never contains email addresses, names of people, mobile numbers or passwords. */
export interface EventData extends FourEyesEvents, ProxyEvents {
  UserRegistered: {
    readonly userId: UserId
    readonly isAdmin: boolean
    readonly origin: 'self' | 'admin'
    /** An admin must approve the account before it can have entries and picks (docs/rules.md §11.9). */
    readonly waiting?: true
    /** The invitation that the registration used. */
    readonly invitationId?: InvitationId
    /** See `nameCommitment`. Absent in older events. */
    readonly nameCommitment?: string
  }
  UserApproved: { readonly userId: UserId }
  /** `nameCommitment`: present if the names changed. Without `fields`, it is the first one to those of an older account. */
  UserProfileChanged: { readonly userId: UserId; readonly fields: readonly string[]; readonly nameCommitment?: string }
  /** An admin changed the address of somebody else. Ends all logins and seals the hidden picks (docs/rules.md §11.6). */
  EmailChangedByAdmin: { readonly userId: UserId; readonly sealedUntil: Instant }
  /** The seal ended: through the link that was mailed to the old address, or after its time. */
  PicksUnsealed: { readonly userId: UserId; readonly by: 'confirmation' | 'expiry' }
  AdminGranted: { readonly userId: UserId }
  AdminRevoked: { readonly userId: UserId }
  RoleGiven: { readonly userId: UserId; readonly role: Role }
  RoleTaken: { readonly userId: UserId; readonly role: Role }
  /** An admin created the account with a password, which the admin therefore knows (docs/rules.md §11.7). */
  PasswordChosenByAdmin: { readonly userId: UserId }
  /** The owner replaced the password that an admin had chosen. */
  AdminPasswordReplaced: { readonly userId: UserId }
  PasswordChanged: { readonly userId: UserId; readonly by: 'self' | 'reset' }
  LoginsEnded: { readonly userId: UserId }
  /** One login ended: its device was signed out. `sessionId` is a random UUID. */
  SessionEnded: { readonly userId: UserId; readonly sessionId: string }
  PasskeyAdded: { readonly userId: UserId }
  PasskeyRemoved: { readonly userId: UserId }
  /** `hash`: SHA-256 of the token, in hex. The token is 32 random bytes, so nothing follows from it. */
  ProgramTokenCreated: {
    readonly userId: UserId
    readonly scopes: readonly Scope[]
    readonly endsAt: Instant
    readonly hash: string
  }
  ProgramTokenRevoked: { readonly userId: UserId; readonly tokenId: Position }
  /** The first use on a day of UTC for what `scope` is about. */
  ProgramTokenUsed: { readonly userId: UserId; readonly tokenId: Position; readonly scope: Scope }
  UserDeleted: { readonly userId: UserId }

  EntryCreated: { readonly entryId: EntryId; readonly userId: UserId; readonly name: string }
  /** The account plays the entry from now on: with `byHand` for a person without an account, whose keeper it is (docs/rules.md §8.4). */
  EntryHandedOver: { readonly entryId: EntryId; readonly userId: UserId; readonly byHand?: true }
  EntryRenamed: { readonly entryId: EntryId; readonly name: string }
  EntryDeleted: { readonly entryId: EntryId }
  EntryEliminatedByHand: { readonly entryId: EntryId; readonly seasonYear: number; readonly weekNumber: number }
  /** Ends an elimination by hand and waives losses. `forgiven`: the waived losses (docs/rules.md §5.4). */
  EntryReinstated: { readonly entryId: EntryId; readonly seasonYear: number; readonly forgiven: readonly Loss[] }
  /**
   * `amountCents`: what was due. Absent in older events, in pools without a fee, and when only the type changed. `earlier`: what it
   * settles of earlier seasons.
   */
  PaymentRecorded: {
    readonly entryId: EntryId
    readonly paymentType: PaymentType
    readonly paidDate: CalendarDay
    readonly amountCents?: number
    readonly earlier?: readonly SettledSeason[]
  }
  /** An entry that was paid already paid what became due later, for example a buyback (docs/rules.md §14.6). */
  BalancePaid: {
    readonly entryId: EntryId
    readonly paymentType: PaymentType
    readonly paidDate: CalendarDay
    readonly amountCents: number
    readonly earlier?: readonly SettledSeason[]
  }
  /** Less than what was due was paid. The entry stays as it is, paid or unpaid. */
  PartPaymentRecorded: {
    readonly entryId: EntryId
    readonly paymentType: PaymentType
    readonly paidDate: CalendarDay
    readonly amountCents: number
  }
  /** A champion got a share of a season's pot. */
  PayoutRecorded: {
    readonly entryId: EntryId
    readonly seasonYear: number
    readonly paymentType: PaymentType
    readonly paidDate: CalendarDay
    readonly amountCents: number
  }
  /** The payouts to the entry from a season's pot are taken back. */
  PayoutReversed: { readonly entryId: EntryId; readonly seasonYear: number }
  /** All payments of the entry in the season are taken back, with what they settled of earlier seasons. */
  PaymentReversed: { readonly entryId: EntryId }
  /** A member says that an entry's dues are paid. Null: the member did not say how. */
  PaymentClaimed: { readonly entryId: EntryId; readonly paymentType: PaymentType | null }
  /** Without a reason, the member took the statement back. */
  PaymentClaimWithdrawn: { readonly entryId: EntryId; readonly because?: ClaimLapse }
  /** An admin did not find the payment. */
  PaymentClaimDeclined: { readonly entryId: EntryId }

  PickSubmitted: PickData
  /** `hasBegun`: an admin set it after the game of the team had begun (docs/rules.md §3.3). */
  PickOverridden: PickData & { readonly source: 'override' | 'randomized'; readonly hasBegun?: true }
  /**
   * An admin gave an entry a team whose game had begun, before the week locked. What the override says is hidden until then, and so are the
   * entry, the team and the reason.
   */
  BegunGamePicked: { readonly weekId: WeekId }
  /** An automatic pick, recorded before the lock that makes it (docs/rules.md §14.2). */
  PickAssigned: PickData & { readonly rule: AutoPickStep }
  /** An override was refused because of a hidden pick (docs/rules.md §3.4). The team is omitted: it is the hidden one. */
  OverrideRefused: { readonly entryId: EntryId; readonly weekId: WeekId }
  /**
   * `usedIn`: the lock found the plan void, because the entry used its team in this locked week (docs/rules.md §3.9). If it is the week
   * of the pick itself, the team had no game in it: it had moved to another week (docs/rules.md §4.11), or, with `noGame`, there was none.
   * `noGame` alone: an answer of the scoreboard after the lock showed that the team has no game in the week. The pick counts as missed
   * (docs/rules.md §3.10).
   */
  PickCleared: {
    readonly pickId: PickId
    readonly entryId: EntryId
    readonly weekId: WeekId
    readonly usedIn?: WeekId
    readonly noGame?: true
    /**
     * The entry has not missed the week: an override is taken back that had given it a pick, or it was not in the week when that locked.
     */
    readonly unmissed?: true
    /** An admin deleted it after the lock, and the game of its team had begun. */
    readonly hasBegun?: true
  }
  /**
   * The team of a pick that was cleared after the lock because of `noGame` has a game in the week after all: the pick counts again, as it was.
   * `unmissed`: the entry had missed the week by nothing else.
   */
  PickRestored: { readonly pickId: PickId; readonly entryId: EntryId; readonly weekId: WeekId; readonly unmissed?: true }
  /** An automatic pick ended because its week reopened. */
  AssignedPickWithdrawn: { readonly pickId: PickId; readonly entryId: EntryId; readonly weekId: WeekId }
  /** A member's ranking of teams for automatic picks, as secret as a pick (docs/rules.md §14.2). */
  RankingSet: {
    readonly entryId: EntryId
    readonly teams: readonly TeamAbbr[]
    /** 32 random bytes in hex, so that the event's hash does not reveal a short ranking. */
    readonly nonce: string
  }

  /** A member asked to buy an entry back in. `loss`: the loss that put it out (docs/rules.md §14.3). */
  BuybackRequested: { readonly entryId: EntryId; readonly seasonYear: number; readonly loss: Loss }
  /** The entry is back in. `waived`: its losses so far. */
  BuybackConfirmed: {
    readonly entryId: EntryId
    readonly seasonYear: number
    readonly loss: Loss
    readonly waived: readonly Loss[]
    readonly feeCents: number
  }
  BuybackDeclined: { readonly entryId: EntryId; readonly seasonYear: number; readonly loss: Loss }
  /** The request lapsed before an answer. In older events, always because the entry came back in. */
  BuybackWithdrawn: {
    readonly entryId: EntryId
    readonly seasonYear: number
    readonly loss: Loss
    readonly because?: BuybackLapse['because']
    /** The week whose lock ended it. */
    readonly weekNumber?: number
  }

  /** A vote on sharing the pot began: these entries are alive in the current week (docs/rules.md §18). */
  SplitVoteOpened: { readonly weekId: WeekId; readonly seasonYear: number; readonly entryIds: readonly EntryId[] }
  /** An entry voted, or took its vote back. Known to its owner only, for good. */
  SplitVoteCast: { readonly weekId: WeekId; readonly entryId: EntryId; readonly choice: SplitChoice | null }
  /** The vote ended without a result, and all votes are forgotten. */
  SplitVoteEnded: { readonly weekId: WeekId; readonly seasonYear: number; readonly because: SplitVoteEnd }
  /** The time of the vote was over. If all of its entries voted to share, they are the champions. Silence is in neither list. */
  SplitVoteClosed: {
    readonly weekId: WeekId
    readonly seasonYear: number
    readonly entryIds: readonly EntryId[]
    readonly share: readonly EntryId[]
    readonly playOn: readonly EntryId[]
  }

  WeekAdded: {
    readonly weekId: WeekId
    readonly seasonYear: number
    readonly weekNumber: number
    readonly lockTime: Instant
    /** For every slate after the first one of its week: when the first of its games can kick off (docs/rules.md §20). */
    readonly startsAt?: Instant
    /** The week of which it is the second slate: that one is its first slate from now on. */
    readonly splits?: WeekId
  }
  WeekDeleted: { readonly weekId: WeekId }
  CurrentWeekSet: { readonly weekId: WeekId }
  LockTimeChanged: { readonly weekId: WeekId; readonly lockTime: Instant; readonly automatic: boolean }
  WeekLocked: {
    readonly weekId: WeekId
    readonly lockTime: Instant
    /** Merkle root over all entries that entered the week alive, by entry id, in hex (`merkleRoot`). */
    readonly merkleRoot: string
    /** The number of entries that entered the week alive, and how many of them had a pick. */
    readonly entries: number
    readonly picks: number
    /** Entries that entered the week alive and without a pick. */
    readonly missed: readonly EntryId[]
  }
  WeekReopened: {
    readonly weekId: WeekId
    /** Whether the week is marked "reopened after reveal" from now on (docs/rules.md §2.4). */
    readonly marked: boolean
    /**
     * Whether results that an admin set to final wait for the next lock like all others (docs/rules.md §4.4). Absent in older
     * events, after which they still count.
     */
    readonly resultsWait?: true
  }
  /** An admin chose how many picks an entry has in the week; null: as the rules say. */
  PicksOfWeekSet: { readonly weekId: WeekId; readonly picks: number | null }
  IneligibleTeamsSet: { readonly weekId: WeekId; readonly teams: readonly TeamAbbr[] }
  PicksUnmasked: { readonly weekId: WeekId }
  /** One run of *Randomize Picks*, after its `PickOverridden` events (docs/rules.md §3.6). */
  PicksRandomized: {
    readonly weekId: WeekId
    readonly overwrite: boolean
    readonly created: number
    readonly updated: number
    readonly skipped: number
    /** A game of the week had begun. */
    readonly hasBegun?: true
  }

  GamesSynced: { readonly weekId: WeekId; readonly games: readonly ScheduledGame[] }
  GameScored: {
    readonly weekId: WeekId
    readonly gameId: GameId
    readonly homeScore: number | null
    readonly awayScore: number | null
    readonly detail: string | null
    readonly source: 'feed' | 'randomized'
    readonly phase?: Extract<GamePhase, 'suspended' | 'undecided'>
    readonly origin?: GameOrigin
  }
  GameStatusChanged: {
    readonly weekId: WeekId
    readonly gameId: GameId
    readonly status: Extract<GameStatus, 'scheduled' | 'cancelled' | 'postponed'>
    readonly detail: string | null
    /** `moved`: an admin says that it is played in a week that the pool does not have. */
    readonly phase?: Extract<GamePhase, 'delayed' | 'moved'>
    readonly origin?: GameOrigin
  }
  /** What the feed says about the game counts again (docs/rules.md §4.13). */
  GameReturnedToFeed: { readonly weekId: WeekId; readonly gameId: GameId }
  /** The week is complete without games that are called off. `picks`: what happens to their picks (docs/rules.md §4.13). */
  WeekClosed: {
    readonly weekId: WeekId
    readonly gameIds: readonly GameId[]
    readonly picks: 'survive' | 'lose'
    readonly origin?: 'undo'
  }
  /** The feed lists the game in another week, or as another game of the same week (docs/rules.md §4.11). */
  GameMoved: { readonly weekId: WeekId; readonly gameId: GameId; readonly toWeekId: WeekId }
  UnreadGamesChanged: { readonly weekId: WeekId; readonly games: readonly UnreadGame[] }
  GameFinalized: {
    readonly weekId: WeekId
    readonly gameId: GameId
    readonly homeScore: number | null
    readonly awayScore: number | null
    readonly detail: string | null
    readonly origin?: GameOrigin
  }
  ScoreCorrected: {
    readonly weekId: WeekId
    readonly gameId: GameId
    readonly homeScore: number | null
    readonly awayScore: number | null
    readonly detail: string | null
    readonly origin?: GameOrigin
  }
  /**
   * *Set All to Final*: these games are final with their current scores (docs/rules.md §4.4). Until the week reopens, they count
   * even if it is not locked, which happened only before the command locked the week first.
   */
  GamesFinalizedByAdmin: { readonly weekId: WeekId; readonly gameIds: readonly GameId[]; readonly origin?: 'undo' }

  /** An admin started the next season: from now on only renewed and new entries take part in it (docs/rules.md §16.1). */
  SeasonStarted: { readonly seasonYear: number }
  /** An entry takes part in a started season, unpaid (docs/rules.md §16.2). */
  EntryRenewed: { readonly entryId: EntryId; readonly seasonYear: number }

  SiteTimeSet: { readonly siteTime: Instant; readonly running: boolean }
  SiteTimeCleared: Record<string, never>
  /** `chosen`: an admin chose a preset. Absent in older events, and when only single rules changed. */
  PoolRulesChanged: { readonly rules: PoolRules; readonly chosen?: true }
  /** What the clubhouse screen shows. */
  ClubhouseScreenChanged: ClubhouseScreen
  /**
   * The club's name, its color (`#rrggbb`) and its crest (the hash of its image); null: the defaults. Absent in older events: `showsOdds`,
   * which were shown, and `crest`, which there was not.
   */
  ClubChanged: {
    readonly name: string | null
    readonly color: string | null
    readonly crest?: string | null
    readonly showsOdds?: boolean
  }
  /** An admin finished or skipped a step of the setup (docs/rules.md §12.4). */
  SetupStepMarked: { readonly step: SetupStep; readonly mark: SetupMark; readonly seasonYear?: number }
  /** `hoursBefore`: the hours before each lock at which members without a pick are reminded. */
  RemindersChanged: { readonly enabled: boolean; readonly hoursBefore: readonly number[] }
  /** Members without a pick were reminded. Who they are is not in the log. */
  ReminderSent: { readonly weekId: WeekId; readonly offset: ReminderOffset; readonly members: number }
  JoiningChanged: { readonly mode: JoiningMode }
  /** Its code and its label are not in the log. Null: no limit. */
  InvitationCreated: { readonly invitationId: InvitationId; readonly maxUses: number | null; readonly expiresAt: Instant | null }
  InvitationRevoked: { readonly invitationId: InvitationId }
  /** An admin changed where members pay. The handles and the account number are not in the log. */
  TreasurerChanged: { readonly fields: readonly string[] }
  /**
   * An admin wrote or removed a week's summary, or pinned it, which unpins any other. The text is not in the log, only its SHA-256 in
   * hex; null: the summary that follows from the log.
   */
  WeekSummaryChanged: { readonly weekId: WeekId; readonly digest: string | null; readonly isPinned: boolean }
  /**
   * An admin entered who won a season that was not played in this pool. The names are not in the log, only their SHA-256 in hex; null:
   * they were removed.
   */
  PastChampionsSet: { readonly seasonYear: number; readonly digest: string | null }
  /** Absent `audience`: all. */
  BroadcastQueued: { readonly recipients: number; readonly audience?: Exclude<Audience, 'all'> }
  /** An admin connected another service to the pool's public news. Its address and secret are not in the log. */
  WebhookAdded: { readonly webhookId: number; readonly preset: WebhookPreset; readonly events: readonly WebhookEvent[] }
  WebhookRemoved: { readonly webhookId: number }
  /** Off: after a day of failures. On: after a test that succeeded. */
  WebhookSwitched: { readonly webhookId: number; readonly isOn: boolean }
  /**
   * An admin took back the last action of an admin. The events of the inverse are before it; only what no other event can take back is
   * in it (docs/rules.md §10.5).
   */
  ActionUndone: {
    /** The position of the event that was taken back. */
    readonly undone: Position
    readonly action: UndoableKind
    readonly entryId?: EntryId
    readonly weekId?: WeekId
    /** The reinstatement's season, and the losses that it had waived, which count again. */
    readonly seasonYear?: number
    readonly unwaived?: readonly Loss[]
  }
  /** All entries, and all accounts except admins, were deleted. */
  UsersAndEntriesPurged: { readonly users: number; readonly entries: number; readonly picks: number }
  WeeksPurged: { readonly weeks: number; readonly games: number; readonly picks: number }
  /** Names were removed from these earlier events. Their `data_hash` remains valid. */
  EventsRedacted: { readonly userId: UserId; readonly positions: readonly Position[] }
}

export type EventType = keyof EventData
