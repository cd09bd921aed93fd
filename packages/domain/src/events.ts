import type { EntryId, GameId, PickId, Position, UserId, WeekId } from './ids.ts'
import type { GameStatus } from './game.ts'
import type { Instant } from './instant.ts'
import type { CalendarDay, PaymentType } from './payment.ts'
import type { PoolRules } from './pool-rules.ts'
import type { TeamAbbr } from './teams.ts'

/** A pick as the log holds it: the team, and what proves later that it was this team. */
export interface PickData {
  readonly pickId: PickId
  readonly entryId: EntryId
  readonly weekId: WeekId
  readonly team: TeamAbbr
  /** 32 random bytes, hex. Secret until the week's reveal. */
  readonly nonce: string
  /** HMAC-SHA-256(nonce, canonical JSON of entry, team and week), hex. */
  readonly commitment: string
}

/** A game's place in the schedule. */
export interface ScheduledGame {
  readonly gameId: GameId
  readonly espnId: string
  readonly home: TeamAbbr
  readonly away: TeamAbbr
  readonly kickoff: Instant
  readonly kickoffKnown: boolean
}

/** A loss that an admin forgave; `team` is null for a missed pick. */
export interface Loss {
  readonly weekId: WeekId
  readonly team: TeamAbbr | null
}

/** Payload by event type. Personal data (e-mail, names, mobile, passwords) never stands here. */
export interface EventData {
  UserRegistered: { readonly userId: UserId; readonly isAdmin: boolean; readonly origin: 'self' | 'admin' }
  UserProfileChanged: { readonly userId: UserId; readonly fields: readonly string[] }
  AdminGranted: { readonly userId: UserId }
  AdminRevoked: { readonly userId: UserId }
  PasswordChanged: { readonly userId: UserId; readonly by: 'self' | 'reset' }
  LoginsEnded: { readonly userId: UserId }
  UserDeleted: { readonly userId: UserId }

  EntryCreated: { readonly entryId: EntryId; readonly userId: UserId; readonly name: string }
  EntryRenamed: { readonly entryId: EntryId; readonly name: string }
  EntryDeleted: { readonly entryId: EntryId }
  EntryEliminatedByHand: { readonly entryId: EntryId; readonly seasonYear: number; readonly weekNumber: number }
  /** Ends an elimination by hand in that season, and forgives the losses it has there. */
  EntryReinstated: { readonly entryId: EntryId; readonly seasonYear: number; readonly forgiven: readonly Loss[] }
  PaymentRecorded: { readonly entryId: EntryId; readonly paymentType: PaymentType; readonly paidDate: CalendarDay }
  PaymentReversed: { readonly entryId: EntryId }

  PickSubmitted: PickData
  PickOverridden: PickData & { readonly source: 'override' | 'randomized' }
  /**
   * An admin's override met a pick that is still hidden: the refusal told something, so everybody learns of it. The
   * team is left out, since it is the hidden one.
   */
  OverrideRefused: { readonly entryId: EntryId; readonly weekId: WeekId }
  PickCleared: { readonly pickId: PickId; readonly entryId: EntryId; readonly weekId: WeekId }

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
    /** Root over every entry alive going into the week, by entry id (RFC 6962 prefixes), hex. */
    readonly merkleRoot: string
    /** How many entries went into the week alive, and how many of them had a pick. */
    readonly entries: number
    readonly picks: number
    /** Entries that went into the week alive and without a pick. */
    readonly missed: readonly EntryId[]
  }
  WeekReopened: {
    readonly weekId: WeekId
    /** Whether the week carries the mark "reopened after reveal" from now on (decisions.md §Settled further). */
    readonly marked: boolean
  }
  IneligibleTeamsSet: { readonly weekId: WeekId; readonly teams: readonly TeamAbbr[] }
  PicksUnmasked: { readonly weekId: WeekId }

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
  /** *Set All to Final*: these games are final with the scores they have, and settle at once. */
  GamesFinalizedByAdmin: { readonly weekId: WeekId; readonly gameIds: readonly GameId[] }

  SiteTimeSet: { readonly siteTime: Instant; readonly running: boolean }
  SiteTimeCleared: Record<string, never>
  PoolRulesChanged: { readonly rules: PoolRules }
  BroadcastQueued: { readonly recipients: number }
  /** Every account but the admins', and every entry, is gone. */
  UsersAndEntriesPurged: { readonly users: number; readonly entries: number; readonly picks: number }
  WeeksPurged: { readonly weeks: number; readonly games: number; readonly picks: number }
  /** Names in these earlier events were lawfully removed; their `data_hash` stands. */
  EventsRedacted: { readonly userId: UserId; readonly positions: readonly Position[] }
}

export type EventType = keyof EventData

/** `user-<id>`, `entry-<id>`, `week-<id>` or `pool`. */
export type StreamName = `user-${number}` | `entry-${number}` | `week-${number}` | 'pool'

type EventOf<T extends EventType> = T extends EventType
  ? { readonly type: T; readonly stream: StreamName; readonly data: EventData[T] }
  : never

/** Something that happened, in the past tense, before the log gives it its place. */
export type PoolEvent = EventOf<EventType>

/** An event of one or several given types. */
export type EventOfType<T extends EventType> = Extract<PoolEvent, { type: T }>

/** Who did something and why. Ids only: names belong to the accounts. */
export interface EventMetadata {
  /** The account that acted; null for the pool itself (the lock, the feed, the command line). */
  readonly actor: UserId | null
  readonly role: 'member' | 'admin' | 'visitor' | 'system'
  /** The member for whom an admin acted. */
  readonly on_behalf_of?: UserId
  /** Words an admin gave for it. */
  readonly reason?: string
  /** Shared by everything one request caused. */
  readonly correlation?: string
  readonly request_id?: string
}

/** Where and when the log has an event. */
export interface EventEnvelope {
  readonly position: Position
  readonly recordedAt: Instant
  readonly siteTime: Instant
  readonly metadata: EventMetadata
}

/** An event in its place in the log. */
export type RecordedEvent = PoolEvent & EventEnvelope

/** An event on the stream of the thing that it is about. */
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
  if (keys.entryId !== undefined) return `entry-${keys.entryId}`
  if (keys.weekId !== undefined) return `week-${keys.weekId}`
  if (keys.userId !== undefined) return `user-${keys.userId}`
  return 'pool'
}
