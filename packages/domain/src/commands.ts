import type { FeedGame } from './game.ts'
import type { ReminderOffset } from './events.ts'
import type { EntryId, InvitationId, PickId, Position, UserId, WeekId } from './ids.ts'
import type { Instant } from './instant.ts'
import type { JoiningMode } from './joining.ts'
import type { CalendarDay, PaymentType } from './payment.ts'
import type { PoolRules } from './pool-rules.ts'
import type { ClubhouseScreen, Scene } from './clubhouse-screen.ts'
import type { SetupMark, SetupStep } from './setup-steps.ts'
import type { TeamAbbr } from './teams.ts'
import type { ViolationCode, ViolationDetails } from './violation.ts'
import type { WebhookEvent, WebhookPreset } from './webhooks.ts'

/** 32 random bytes in hex. Generated outside of the domain, so that deciding stays pure. */
export type Nonce = string

/**
 * How a registration can make its account an admin: never; because it is the first account; or because it came through the
 * setup link that the server printed.
 */
export type AdminGrant = 'never' | 'first_account' | 'setup_link'

/** A pick that was made elsewhere, for example in a spreadsheet. */
export interface ImportedPick {
  readonly entryId: EntryId
  readonly weekId: WeekId
  readonly team: string
  readonly nonce: Nonce
}

/** What became of an imported pick, or would become of it. */
export type PastPickOutcome =
  | { readonly status: 'new' }
  /** The entry has this pick already. */
  | { readonly status: 'exists' }
  /** The week has not locked. */
  | { readonly status: 'open' }
  /** Somebody made another pick, which stays. */
  | { readonly status: 'differs'; readonly team: TeamAbbr }
  | {
      readonly status: 'refused'
      readonly code: ViolationCode
      readonly details: ViolationDetails
    }

/** The data of each command. The contract's schemas have already trimmed and validated free text. */
export interface CommandData {
  /** `emailTaken` is read from the accounts under the lock. */
  RegisterUser: {
    readonly emailTaken: boolean
    readonly adminGrant: AdminGrant
    /** The invitation whose code came with the registration. */
    readonly invitationId?: InvitationId | undefined
  }
  /** Makes the owner of `ADMIN_EMAIL`, who confirmed the address, the pool's first admin. */
  ClaimAdmin: { readonly userId: UserId }
  CreateUser: { readonly emailTaken: boolean; readonly hasPassword: boolean }
  /** Creates accounts without passwords, each with entries of these names. */
  ImportMembers: { readonly members: readonly { readonly entryNames: readonly string[] }[] }
  ChangeJoining: { readonly mode: JoiningMode }
  ApproveUser: { readonly userId: UserId }
  CreateInvitation: { readonly maxUses: number | null; readonly expiresAt: Instant | null }
  RevokeInvitation: { readonly invitationId: InvitationId }
  /** Changes a profile: a member their own, an admin any. `fields` holds the names of the changed fields. */
  ChangeProfile: {
    readonly userId: UserId
    readonly fields: readonly string[]
    readonly emailTaken: boolean
    readonly isAdmin?: boolean | undefined
  }
  /** Ends the seal, with the link that was mailed to the old address. */
  ConfirmEmailChange: { readonly userId: UserId }
  /** `claimsAdmin`: the link of a reset was mailed to `ADMIN_EMAIL`, which confirms that address. */
  ChangePassword: { readonly userId: UserId; readonly by: 'self' | 'reset'; readonly claimsAdmin?: boolean }
  EndLogins: Record<string, never>
  /** Ends one login of the actor. `exists` is read from the sessions under the lock. */
  EndSession: { readonly sessionId: string; readonly exists: boolean }
  /** `passkeys`: how many the account has, read under the lock. */
  AddPasskey: { readonly passkeys: number }
  /** `exists` is read from the passkeys under the lock. */
  RemovePasskey: { readonly exists: boolean }
  DeleteUser: { readonly userId: UserId }

  CreateEntry: { readonly userId: UserId; readonly name: string }
  RenameEntry: { readonly entryId: EntryId; readonly name: string; readonly ifVersion?: Position | undefined }
  DeleteEntry: { readonly entryId: EntryId; readonly ifVersion?: Position | undefined }
  /** Changes any member's entry, as an admin. */
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
    /** Absent: toggles. */
    readonly isPaid?: boolean | undefined
    readonly ifVersion?: Position | undefined
  }

  /** Absent dates: today in New York. Entries that owe nothing are left out. */
  RecordPayments: {
    readonly payments: readonly {
      readonly entryId: EntryId
      readonly paymentType: PaymentType
      readonly paidDate: CalendarDay | null
    }[]
  }
  ClaimPayment: { readonly entryId: EntryId; readonly paymentType: PaymentType | null }
  WithdrawPaymentClaim: { readonly entryId: EntryId }
  DeclinePaymentClaim: { readonly entryId: EntryId }
  ChangeTreasurer: { readonly fields: readonly string[] }

  SubmitPick: {
    readonly entryId: EntryId
    readonly weekId: WeekId
    readonly team: string
    readonly nonce: Nonce
    readonly ifVersion?: Position | undefined
    /** Whether the budget of pick changes applies (docs/rules.md §3.7). */
    readonly isLimited?: boolean
  }
  ChangePick: {
    readonly pickId: PickId
    readonly team: string
    readonly nonce: Nonce
    readonly ifVersion?: Position | undefined
    readonly isLimited?: boolean
  }
  ClearPick: { readonly pickId: PickId; readonly ifVersion?: Position | undefined; readonly isLimited?: boolean }
  OverridePick: {
    readonly entryId: EntryId
    readonly weekId: WeekId
    readonly team: string
    readonly nonce: Nonce
    readonly reason?: string | undefined
    /** Refused before the lock (docs/rules.md §10.1). */
    readonly ifVersion?: Position | undefined
  }
  /** `ifVersion` is refused before the lock (docs/rules.md §10.1). */
  RemovePick: { readonly pickId: PickId; readonly ifVersion?: Position | undefined }
  SetRanking: {
    readonly entryId: EntryId
    readonly teams: readonly string[]
    readonly nonce: Nonce
    /** Whether the budget of pick changes applies (docs/rules.md §3.7). */
    readonly isLimited?: boolean
  }
  RequestBuyback: { readonly entryId: EntryId }
  AnswerBuyback: { readonly entryId: EntryId; readonly action: 'confirm' | 'decline' }
  StartSeason: { readonly seasonYear: number }
  /** Lets an entry take part in the season that was started last. `byAdmin`: an admin may renew any entry, whatever the rules. */
  RenewEntry: { readonly entryId: EntryId; readonly byAdmin: boolean }
  /** Adds picks that were made elsewhere to weeks that have locked. */
  ImportPicks: { readonly picks: readonly ImportedPick[]; readonly reason: string }
  UnmaskPicks: { readonly weekId: WeekId; readonly reason: string }

  /** `lockTime`: absent for the automatic one. */
  AddWeek: { readonly seasonYear: number; readonly weekNumber: number; readonly lockTime?: Instant | undefined }
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
  /** Null restores the default; an absent field keeps its value. */
  ChangeClub: {
    readonly name?: string | null | undefined
    readonly color?: string | null | undefined
    readonly crest?: string | null | undefined
    readonly showsOdds?: boolean | undefined
  }
  /** Absent fields keep their values. */
  ChangeClubhouseScreen: {
    readonly scenes?: readonly Scene[] | undefined
    readonly names?: ClubhouseScreen['names'] | undefined
  }
  MarkSetupStep: { readonly step: SetupStep; readonly mark: SetupMark; readonly seasonYear?: number | undefined }
  /** Switches the reminders of missing picks, and sets their times. Absent fields keep their values. */
  ChangeReminders: { readonly enabled?: boolean | undefined; readonly hoursBefore?: readonly number[] | undefined }
  /** Reminds those of the members who have not picked. Members and zones are read from the accounts under the lock. */
  SendReminders: {
    readonly weekId: WeekId
    readonly offset: ReminderOffset
    /** The members who can be reached and did not get this reminder. */
    readonly members: readonly { readonly userId: UserId; readonly timeZone: string }[]
    /** The zones for which this reminder was not dealt with; a reminder by hand goes to all. */
    readonly zones: readonly string[]
  }
  /** Absent fields stay as they are. `digest`: of the admin's text; null goes back to the summary that follows from the log. */
  ChangeWeekSummary: {
    readonly weekId: WeekId
    readonly digest?: string | null | undefined
    readonly isPinned?: boolean | undefined
  }
  QueueBroadcast: { readonly recipients: number }
  /** `existing`: how many webhooks the pool has, read under the lock. */
  AddWebhook: {
    readonly webhookId: number
    readonly preset: WebhookPreset
    readonly events: readonly WebhookEvent[]
    readonly existing: number
  }
  /** `exists` is read under the lock. */
  RemoveWebhook: { readonly webhookId: number; readonly exists: boolean }
  /** `exists`: whether the webhook exists and is not switched like that already, read under the lock. */
  SwitchWebhook: { readonly webhookId: number; readonly isOn: boolean; readonly exists: boolean }
  /** Takes back the last action of an admin, if it is at this position. `nonce`: for the pick that takes the place of an override. */
  UndoAction: { readonly position?: Position | undefined; readonly nonce: Nonce }
  PurgeUsersAndEntries: Record<string, never>
  PurgeWeeks: Record<string, never>
  /** Records the locks that are due, and does nothing else. */
  LockDueWeeks: Record<string, never>
}

export type CommandType = keyof CommandData
export type Command = { [T in CommandType]: { readonly type: T; readonly data: CommandData[T] } }[CommandType]
export type CommandOfType<T extends CommandType> = Extract<Command, { type: T }>

/** What an accepted command returns to its sender besides its events. */
export interface CommandReplies {
  RegisterUser: { readonly userId: UserId; readonly isAdmin: boolean }
  CreateUser: { readonly userId: UserId }
  ImportMembers: { readonly userIds: readonly UserId[] }
  CreateInvitation: { readonly invitationId: InvitationId }
  CreateEntry: { readonly entryId: EntryId }
  RenewEntry: { readonly seasonYear: number }
  RecordPayments: { readonly recorded: number }
  SubmitPick: { readonly pickId: PickId; readonly created: boolean }
  ChangePick: { readonly pickId: PickId; readonly entryId: EntryId; readonly weekId: WeekId; readonly team: TeamAbbr }
  OverridePick: { readonly pickId: PickId; readonly created: boolean }
  /** In the order of the picks. */
  ImportPicks: { readonly outcomes: readonly PastPickOutcome[] }
  AddWeek: { readonly weekId: WeekId }
  UndoAction: { readonly undone: Position }
  SyncGames: { readonly created: number; readonly updated: number; readonly total: number }
  FinalizeScores: { readonly updated: number; readonly eliminated: readonly EntryId[] }
  RandomizeScores: { readonly updated: number }
  SendReminders: {
    readonly members: readonly { readonly userId: UserId; readonly entryIds: readonly EntryId[] }[]
    /** The zones that are dealt with now. */
    readonly zones: readonly string[]
  }
  RandomizePicks: { readonly created: number; readonly updated: number; readonly skipped: number }
  PurgeUsersAndEntries: { readonly users: number; readonly entries: number; readonly picks: number }
  PurgeWeeks: { readonly weeks: number; readonly games: number; readonly picks: number }
}
export type ReplyOf<T extends CommandType> = T extends keyof CommandReplies ? CommandReplies[T] : null

/** Who sends a command. Deciding a command checks the actor against the pool's state. */
export type Actor =
  | { readonly kind: 'visitor' }
  | {
      readonly kind: 'user'
      readonly userId: UserId
      readonly tokenVersion: number
      /** The login that sends the command. */
      readonly sessionId?: string | undefined
    }
  /** The pool itself: the feed, the timers, the command line. It may do everything. */
  | { readonly kind: 'system' }
