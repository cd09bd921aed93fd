import type { EntryId, GameId, InvitationId, PickId, Position, UserId, WeekId } from './ids.ts'
import type { GameStatus } from './game.ts'
import type { Instant } from './instant.ts'
import type { JoiningMode } from './joining.ts'
import type { CalendarDay, PaymentType } from './payment.ts'
import type { AutoPickStep, PoolRules } from './pool-rules.ts'
import type { ClubhouseScreen } from './clubhouse-screen.ts'
import type { SetupMark, SetupStep } from './setup-steps.ts'
import type { TeamAbbr } from './teams.ts'
import type { WebhookEvent, WebhookPreset } from './webhooks.ts'

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

/** What a reminder of missing picks is before: a number of hours before the lock, the week's first kickoff, or an admin's request. */
export type ReminderOffset = number | 'kickoff' | 'manual'

/** A game of the schedule. */
export interface ScheduledGame {
  readonly gameId: GameId
  readonly espnId: string
  readonly home: TeamAbbr
  readonly away: TeamAbbr
  readonly kickoff: Instant
  readonly kickoffKnown: boolean
}

/** A loss of an entry; `team` is null for a missed pick. */
export interface Loss {
  readonly weekId: WeekId
  readonly team: TeamAbbr | null
}

export function isSameLoss(a: Loss, b: Loss): boolean {
  return a.weekId === b.weekId && a.team === b.team
}

/** The actions of admins that can be taken back: a moved lock, an elimination or a reinstatement by hand, an override, and *Set All to Final*. */
export const UNDOABLE_KINDS = ['lock', 'elimination', 'reinstatement', 'override', 'finals'] as const
export type UndoableKind = (typeof UNDOABLE_KINDS)[number]

/** The data of each event type. It never contains email addresses, names of people, mobile numbers or passwords. */
export interface EventData {
  UserRegistered: {
    readonly userId: UserId
    readonly isAdmin: boolean
    readonly origin: 'self' | 'admin'
    /** An admin must approve the account before it can have entries and picks (docs/rules.md §11.9). */
    readonly waiting?: true
    /** The invitation that the registration used. */
    readonly invitationId?: InvitationId
  }
  UserApproved: { readonly userId: UserId }
  UserProfileChanged: { readonly userId: UserId; readonly fields: readonly string[] }
  /** An admin changed the address of somebody else. Ends all logins and seals the hidden picks (docs/rules.md §11.6). */
  EmailChangedByAdmin: { readonly userId: UserId; readonly sealedUntil: Instant }
  /** The seal ended: through the link that was mailed to the old address, or after its time. */
  PicksUnsealed: { readonly userId: UserId; readonly by: 'confirmation' | 'expiry' }
  AdminGranted: { readonly userId: UserId }
  AdminRevoked: { readonly userId: UserId }
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
  UserDeleted: { readonly userId: UserId }

  EntryCreated: { readonly entryId: EntryId; readonly userId: UserId; readonly name: string }
  EntryRenamed: { readonly entryId: EntryId; readonly name: string }
  EntryDeleted: { readonly entryId: EntryId }
  EntryEliminatedByHand: { readonly entryId: EntryId; readonly seasonYear: number; readonly weekNumber: number }
  /** Ends an elimination by hand and waives losses. `forgiven`: the waived losses (docs/rules.md §5.4). */
  EntryReinstated: { readonly entryId: EntryId; readonly seasonYear: number; readonly forgiven: readonly Loss[] }
  /** `amountCents`: what was due. Absent in older events, in pools without a fee, and when only the type changed. */
  PaymentRecorded: {
    readonly entryId: EntryId
    readonly paymentType: PaymentType
    readonly paidDate: CalendarDay
    readonly amountCents?: number
  }
  /** An entry that was paid already paid what became due later, for example a buyback (docs/rules.md §14.6). */
  BalancePaid: {
    readonly entryId: EntryId
    readonly paymentType: PaymentType
    readonly paidDate: CalendarDay
    readonly amountCents: number
  }
  /** All payments of the entry in the season are taken back. */
  PaymentReversed: { readonly entryId: EntryId }
  /** A member says that an entry's dues are paid. Null: the member did not say how. */
  PaymentClaimed: { readonly entryId: EntryId; readonly paymentType: PaymentType | null }
  PaymentClaimWithdrawn: { readonly entryId: EntryId }
  /** An admin did not find the payment. */
  PaymentClaimDeclined: { readonly entryId: EntryId }

  PickSubmitted: PickData
  PickOverridden: PickData & { readonly source: 'override' | 'randomized' }
  /** An automatic pick, recorded before the lock that makes it (docs/rules.md §14.2). */
  PickAssigned: PickData & { readonly rule: AutoPickStep }
  /** An override was refused because of a hidden pick (docs/rules.md §3.4). The team is omitted: it is the hidden one. */
  OverrideRefused: { readonly entryId: EntryId; readonly weekId: WeekId }
  PickCleared: { readonly pickId: PickId; readonly entryId: EntryId; readonly weekId: WeekId }
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
  /** A correction or an admin brought the entry back before the request was confirmed. */
  BuybackWithdrawn: { readonly entryId: EntryId; readonly seasonYear: number; readonly loss: Loss }

  WeekAdded: {
    readonly weekId: WeekId
    readonly seasonYear: number
    readonly weekNumber: number
    readonly lockTime: Instant
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
  IneligibleTeamsSet: { readonly weekId: WeekId; readonly teams: readonly TeamAbbr[] }
  PicksUnmasked: { readonly weekId: WeekId }
  /** One run of *Randomize Picks*, after its `PickOverridden` events (docs/rules.md §3.6). */
  PicksRandomized: {
    readonly weekId: WeekId
    readonly overwrite: boolean
    readonly created: number
    readonly updated: number
    readonly skipped: number
  }

  GamesSynced: { readonly weekId: WeekId; readonly games: readonly ScheduledGame[] }
  GameScored: {
    readonly weekId: WeekId
    readonly gameId: GameId
    readonly homeScore: number | null
    readonly awayScore: number | null
    readonly detail: string | null
    readonly source: 'feed' | 'randomized'
  }
  GameStatusChanged: {
    readonly weekId: WeekId
    readonly gameId: GameId
    readonly status: Extract<GameStatus, 'scheduled' | 'cancelled' | 'postponed'>
    readonly detail: string | null
  }
  GameFinalized: {
    readonly weekId: WeekId
    readonly gameId: GameId
    readonly homeScore: number | null
    readonly awayScore: number | null
    readonly detail: string | null
  }
  ScoreCorrected: {
    readonly weekId: WeekId
    readonly gameId: GameId
    readonly homeScore: number | null
    readonly awayScore: number | null
    readonly detail: string | null
  }
  /**
   * *Set All to Final*: these games are final with their current scores (docs/rules.md §4.4). Until the week reopens, they count
   * even if it is not locked, which happened only before the command locked the week first.
   */
  GamesFinalizedByAdmin: { readonly weekId: WeekId; readonly gameIds: readonly GameId[] }

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
  InvitationCreated: {
    readonly invitationId: InvitationId
    readonly maxUses: number | null
    readonly expiresAt: Instant | null
  }
  InvitationRevoked: { readonly invitationId: InvitationId }
  /** An admin changed where members pay. The handles and the account number are not in the log. */
  TreasurerChanged: { readonly fields: readonly string[] }
  /**
   * An admin wrote or removed a week's summary, or pinned it, which unpins any other. The text is not in the log, only its SHA-256 in
   * hex; null: the summary that follows from the log.
   */
  WeekSummaryChanged: { readonly weekId: WeekId; readonly digest: string | null; readonly isPinned: boolean }
  BroadcastQueued: { readonly recipients: number }
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

/** `user-<id>`, `entry-<id>`, `week-<id>`, `week-<id>-picks`, `rankings` or `pool`. */
export type StreamName = `user-${number}` | `entry-${number}` | `week-${number}` | `week-${number}-picks` | 'rankings' | 'pool'

/**
 * Changes of picks. A proof contains the version of an event in its stream. In the stream of their entry, it would tell how often a pick
 * that is still hidden changed. All picks of a week become public together, so they share a stream (docs/rules.md §10.1).
 */
const CHANGES_OF_PICKS: ReadonlySet<EventType> = new Set([
  'PickSubmitted',
  'PickOverridden',
  'PickCleared',
  'PickAssigned',
  'AssignedPickWithdrawn',
])

type EventOf<T extends EventType> = T extends EventType
  ? { readonly type: T; readonly stream: StreamName; readonly data: EventData[T] }
  : never

/** An event that is not in the log yet, named in the past tense. */
export type PoolEvent = EventOf<EventType>

/** An event of one or more given types. */
export type EventOfType<T extends EventType> = Extract<PoolEvent, { type: T }>

/** Who caused an event and why. It holds ids only; names belong to the accounts. */
export interface EventMetadata {
  /** The account that acted; null for visitors and for the pool itself (timers, the feed, the command line). */
  readonly actor: UserId | null
  readonly role: 'member' | 'admin' | 'visitor' | 'system'
  /** The member for whom an admin acted. */
  readonly on_behalf_of?: UserId
  /** The reason that an admin gave. */
  readonly reason?: string
  /** Shared by all events that one request caused. */
  readonly correlation?: string
  readonly request_id?: string
}

/** An event's position in the log, its times and its metadata. */
export interface EventEnvelope {
  readonly position: Position
  readonly recordedAt: Instant
  readonly siteTime: Instant
  readonly metadata: EventMetadata
}

/** An event that is in the log. */
export type RecordedEvent = PoolEvent & EventEnvelope

/** Creates an event on the stream of its subject. */
export function createEvent<T extends EventType>(type: T, data: EventData[T]): EventOfType<T> {
  return { type, stream: streamOf(type, data as StreamKeys), data } as unknown as EventOfType<T>
}

interface StreamKeys {
  readonly userId?: number
  readonly entryId?: number
  readonly weekId?: number
}

function streamOf(type: EventType, keys: StreamKeys): StreamName {
  if (type === 'CurrentWeekSet') return 'pool'
  if (type === 'RankingSet') return 'rankings'
  if (CHANGES_OF_PICKS.has(type) && keys.weekId !== undefined) return `week-${keys.weekId}-picks`
  if (keys.entryId !== undefined) return `entry-${keys.entryId}`
  if (keys.weekId !== undefined) return `week-${keys.weekId}`
  if (keys.userId !== undefined) return `user-${keys.userId}`
  return 'pool'
}
