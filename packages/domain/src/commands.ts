import type { FeedGame } from './game.ts'
import type { EntryId, PickId, Position, UserId, WeekId } from './ids.ts'
import type { Instant } from './instant.ts'
import type { CalendarDay, PaymentType } from './payment.ts'
import type { PoolRules } from './pool-rules.ts'
import type { TeamAbbr } from './teams.ts'

/** 32 bytes, hex: secret randomness made at the edge, so that deciding stays pure. */
export type Nonce = string

/** Payload by command. Free text arrives trimmed and checked for form by the contract's schemas. */
export interface CommandData {
  /** `emailTaken`, `isNamedAdmin`: read from the accounts under the lock. Null `namedAdmin`: no ADMIN_EMAIL is set. */
  RegisterUser: { readonly emailTaken: boolean; readonly isConfiguredAdmin: boolean | null }
  CreateUser: { readonly emailTaken: boolean }
  /** A member's own profile, or an admin's change of anybody's. `fields`: what changes, by name. */
  ChangeProfile: {
    readonly userId: UserId
    readonly fields: readonly string[]
    readonly emailTaken: boolean
    readonly isAdmin?: boolean | undefined
  }
  ChangePassword: { readonly userId: UserId; readonly by: 'self' | 'reset' }
  EndLogins: Record<string, never>
  DeleteUser: { readonly userId: UserId }

  CreateEntry: { readonly userId: UserId; readonly name: string }
  RenameEntry: { readonly entryId: EntryId; readonly name: string; readonly ifVersion?: Position | undefined }
  DeleteEntry: { readonly entryId: EntryId; readonly ifVersion?: Position | undefined }
  /** An admin's change of anybody's entry. */
  AmendEntry: {
    readonly entryId: EntryId
    readonly name?: string | undefined
    readonly isEliminated?: boolean | undefined
    readonly ifVersion?: Position | undefined
  }
  RemoveEntry: { readonly entryId: EntryId; readonly ifVersion?: Position | undefined }
  SetPayment: {
    readonly entryId: EntryId
    readonly paymentType: PaymentType | null
    readonly paidDate: CalendarDay | null
    /** Absent: the other way round. */
    readonly isPaid?: boolean | undefined
    readonly ifVersion?: Position | undefined
  }

  SubmitPick: {
    readonly entryId: EntryId
    readonly weekId: WeekId
    readonly team: string
    readonly nonce: Nonce
    readonly ifVersion?: Position | undefined
  }
  ChangePick: {
    readonly pickId: PickId
    readonly team: string
    readonly nonce: Nonce
    readonly ifVersion?: Position | undefined
  }
  ClearPick: { readonly pickId: PickId; readonly ifVersion?: Position | undefined }
  OverridePick: {
    readonly entryId: EntryId
    readonly weekId: WeekId
    readonly team: string
    readonly nonce: Nonce
    readonly reason?: string | undefined
  }
  RemovePick: { readonly pickId: PickId; readonly ifVersion?: Position | undefined }
  UnmaskPicks: { readonly weekId: WeekId; readonly reason: string }

  AddWeek: { readonly seasonYear: number; readonly weekNumber: number }
  DeleteWeek: { readonly weekId: WeekId; readonly ifVersion?: Position | undefined }
  SetCurrentWeek: { readonly weekId: WeekId }
  SetLockTime: {
    readonly weekId: WeekId
    readonly lockTime: Instant | 'auto'
    readonly ifVersion?: Position | undefined
  }
  SetIneligibleTeams: {
    readonly weekId: WeekId
    readonly teams: readonly string[]
    readonly ifVersion?: Position | undefined
  }

  SyncGames: { readonly weekId: WeekId; readonly games: readonly FeedGame[] }
  FinalizeScores: { readonly weekId: WeekId }
  RandomizeScores: { readonly weekId: WeekId; readonly seed: Nonce }
  RandomizePicks: { readonly weekId: WeekId; readonly overwrite: boolean; readonly seed: Nonce }

  SetSiteTime: { readonly siteTime: Instant; readonly running: boolean }
  ClearSiteTime: Record<string, never>
  ChangeRules: { readonly rules: Partial<PoolRules> }
  QueueBroadcast: { readonly recipients: number }
  PurgeUsersAndEntries: Record<string, never>
  PurgeWeeks: Record<string, never>
  /** Records the locks whose time has come, and nothing else. */
  LockDueWeeks: Record<string, never>
}

export type CommandType = keyof CommandData
export type Command = { [T in CommandType]: { readonly type: T; readonly data: CommandData[T] } }[CommandType]
export type CommandOfType<T extends CommandType> = Extract<Command, { type: T }>

/** What an accepted command answers besides its events. */
export interface CommandReplies {
  RegisterUser: { readonly userId: UserId; readonly isAdmin: boolean }
  CreateUser: { readonly userId: UserId }
  CreateEntry: { readonly entryId: EntryId }
  SubmitPick: { readonly pickId: PickId; readonly created: boolean }
  ChangePick: { readonly pickId: PickId; readonly entryId: EntryId; readonly weekId: WeekId; readonly team: TeamAbbr }
  OverridePick: { readonly pickId: PickId; readonly created: boolean }
  AddWeek: { readonly weekId: WeekId }
  SyncGames: { readonly created: number; readonly updated: number; readonly total: number }
  FinalizeScores: { readonly updated: number; readonly eliminated: readonly EntryId[] }
  RandomizeScores: { readonly updated: number }
  RandomizePicks: { readonly created: number; readonly updated: number; readonly skipped: number }
  PurgeUsersAndEntries: { readonly users: number; readonly entries: number; readonly picks: number }
  PurgeWeeks: { readonly weeks: number; readonly games: number; readonly picks: number }
}
export type ReplyOf<T extends CommandType> = T extends keyof CommandReplies ? CommandReplies[T] : null

/** Who sends a command; re-checked against the pool when the command is decided. */
export type Actor =
  | { readonly kind: 'visitor' }
  | { readonly kind: 'user'; readonly userId: UserId; readonly tokenVersion: number }
  /** The pool itself: the feed, the timer, the command line. May do everything. */
  | { readonly kind: 'system' }
