import type { Audience } from './values/audience.ts'
import type { FeedGame } from './values/game.ts'
import type { PeopleCommandData } from './people-commands.ts'
import type { GameStatus, UnreadEventPart } from './values/game-life.ts'
import type { ReminderOffset } from './events/events.ts'
import type { EntryId, ExpectedVersion, GameId, InvitationId, PickId, Position, UserId, WeekId } from './values/ids.ts'
import type { Instant } from './values/instant.ts'
import type { JoiningMode } from './values/joining.ts'
import type { Debt } from './money/money.ts'
import type { CalendarDay, PaymentType } from './values/payment.ts'
import type { Role } from './values/roles.ts'
import type { Scope } from './values/scopes.ts'
import type { PoolRules } from './pool-rules/index.ts'
import type { ClubhouseScreen, Scene } from './values/clubhouse-screen.ts'
import type { Nonce, SecondedData } from './values/seconded-commands.ts'
import type { SetupMark, SetupStep } from './values/setup-steps.ts'
import type { TeamAbbr } from './values/teams.ts'
import type { SaltedNames } from './proof/proof.ts'
import type { ViolationCode, ViolationDetails } from './events/violation.ts'
import type { ProxyCommands } from './values/proxies.ts'
import type { SplitChoice } from './values/split-vote.ts'
import type { WebhookEvent, WebhookPreset } from './values/webhooks.ts'

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

/**
 * The data of each command. The contract's schemas have already trimmed and validated free text. `names`: those of a new account, which the
 * log commits to; absent where no account is stored.
 */
export interface CommandData extends PeopleCommandData, ProxyCommands, SecondedData {
  /** `emailTaken` is read from the accounts under the lock. */
  RegisterUser: {
    readonly names?: SaltedNames
    readonly emailTaken: boolean
    readonly adminGrant: AdminGrant
    /** The invitation whose code came with the registration. */
    readonly invitationId?: InvitationId | undefined
  }
  /** Makes the owner of `ADMIN_EMAIL`, who confirmed the address, the pool's first admin. */
  ClaimAdmin: { readonly userId: UserId }
  ChangeJoining: { readonly mode: JoiningMode }
  ApproveUser: { readonly userId: UserId }
  CreateInvitation: { readonly maxUses: number | null; readonly expiresAt: Instant | null }
  RevokeInvitation: { readonly invitationId: InvitationId }
  /**
   * Changes a profile: a member their own, an admin any. `fields` holds the names of the changed fields, and `names` the new names of the
   * person, if they change.
   */
  ChangeProfile: {
    readonly userId: UserId
    readonly fields: readonly string[]
    readonly names?: SaltedNames | undefined
    readonly emailTaken: boolean
    readonly isAdmin?: boolean | undefined
    /** All roles that the account shall have. Absent: those that it has. */
    readonly roles?: readonly Role[] | undefined
    /** The account becomes an admin instead of the acting one, in one step. */
    readonly handsOver?: boolean | undefined
  }
  /** Commits to the names of accounts from before the log had commitments; others are left out. */
  CommitNames: { readonly people: readonly { readonly userId: UserId; readonly names: SaltedNames }[] }
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
  /** `hash`: SHA-256 of the token, in hex. */
  CreateProgramToken: { readonly scopes: readonly Scope[]; readonly endsAt: Instant; readonly hash: string }
  RevokeProgramToken: { readonly tokenId: Position }
  /** Sent by the pool itself, before it answers a program. */
  NoteProgramTokenUse: { readonly userId: UserId; readonly tokenId: Position; readonly scope: Scope }
  DeleteUser: { readonly userId: UserId }
  /** Deletes accounts with their entries, and other entries, as far as they exist. Admins stay. */
  RemoveNewcomers: { readonly userIds: readonly UserId[]; readonly entryIds: readonly EntryId[] }

  CreateEntry: { readonly userId: UserId; readonly name: string }
  RenameEntry: { readonly entryId: EntryId; readonly name: string; readonly ifVersion?: ExpectedVersion | undefined }
  DeleteEntry: { readonly entryId: EntryId; readonly ifVersion?: ExpectedVersion | undefined }
  RemoveEntry: { readonly entryId: EntryId; readonly ifVersion?: ExpectedVersion | undefined }
  /** Records that champions got their shares of the pot. An absent season is the current one. Entries with nothing to come are left out. */
  RecordPayouts: {
    readonly entryIds: readonly EntryId[]
    readonly seasonYear: number | null
    readonly paymentType: PaymentType
    readonly paidDate: CalendarDay | null
    /** Records also more than what was received. */
    readonly exceedsReceived?: boolean
  }
  ReversePayout: { readonly entryId: EntryId; readonly seasonYear: number | null }
  ClaimPayment: { readonly entryId: EntryId; readonly paymentType: PaymentType | null }
  WithdrawPaymentClaim: { readonly entryId: EntryId }
  DeclinePaymentClaim: { readonly entryId: EntryId }
  ChangeTreasurer: { readonly fields: readonly string[] }

  SubmitPick: {
    readonly entryId: EntryId
    readonly weekId: WeekId
    /** Which of the week's picks, from 1; 1 if left out. */
    readonly slot?: number | undefined
    readonly team: string
    readonly nonce: Nonce
    readonly ifVersion?: ExpectedVersion | undefined
    /** Whether the budget of pick changes applies (docs/rules.md §3.7). */
    readonly isLimited?: boolean
  }
  ChangePick: {
    readonly pickId: PickId
    readonly team: string
    readonly nonce: Nonce
    readonly ifVersion?: ExpectedVersion | undefined
    readonly isLimited?: boolean
  }
  ClearPick: { readonly pickId: PickId; readonly ifVersion?: ExpectedVersion | undefined; readonly isLimited?: boolean }
  SetRanking: {
    readonly entryId: EntryId
    readonly teams: readonly string[]
    readonly nonce: Nonce
    /** Whether the budget of pick changes applies (docs/rules.md §3.7). */
    readonly isLimited?: boolean
  }
  /** Null takes the vote back. */
  CastSplitVote: { readonly entryId: EntryId; readonly choice: SplitChoice | null }
  RequestBuyback: { readonly entryId: EntryId; readonly ifVersion?: ExpectedVersion | undefined }
  StartSeason: { readonly seasonYear: number }
  /** Lets an entry take part in the season that was started last. `byAdmin`: an admin may renew any entry, whatever the rules. */
  RenewEntry: { readonly entryId: EntryId; readonly byAdmin: boolean; readonly ifVersion?: ExpectedVersion | undefined }
  /** Adds picks that were made elsewhere to weeks that have locked. */
  ImportPicks: { readonly picks: readonly ImportedPick[]; readonly reason: string }

  /**
   * `lockTime`: absent for the automatic one. `slates`: when each slate after the first one starts; the week is added as its slates. `asId`:
   * the id that later commands of the sender rely on. `makeCurrent`: the week is the current one from then on.
   */
  AddWeek: {
    readonly seasonYear: number
    readonly weekNumber: number
    readonly lockTime?: Instant | undefined
    readonly slates?: readonly Instant[] | undefined
    readonly asId?: WeekId | undefined
    readonly makeCurrent?: boolean | undefined
  }
  DeleteWeek: { readonly weekId: WeekId; readonly ifVersion?: ExpectedVersion | undefined }
  SetCurrentWeek: { readonly weekId: WeekId; readonly ifVersion?: ExpectedVersion | undefined }
  SetPicksOfWeek: {
    readonly weekId: WeekId
    /** 1 to 3; null: as the rules say. */
    readonly picks: number | null
    readonly ifVersion?: ExpectedVersion | undefined
  }
  SetIneligibleTeams: {
    readonly weekId: WeekId
    readonly teams: readonly string[]
    readonly ifVersion?: ExpectedVersion | undefined
  }

  /** `missing`: the feed's ids of games of other weeks that the newest answers for those weeks do not have any more. */
  SyncGames: { readonly weekId: WeekId; readonly games: readonly FeedGame[]; readonly missing?: readonly string[] | undefined }
  FinalizeScores: { readonly weekId: WeekId; readonly ifVersion?: ExpectedVersion | undefined }
  /** What is absent stays as it is. A score without a status keeps a final game final, and starts one that had not begun. */
  SetGame: {
    readonly gameId: GameId
    /** `moved`: to a week that the pool does not have (docs/rules.md §4.11). */
    readonly status?: GameStatus | 'moved' | undefined
    readonly homeScore?: number | undefined
    readonly awayScore?: number | undefined
    readonly reason: string
  }
  ReturnGame: { readonly gameId: GameId }
  RandomizeScores: { readonly weekId: WeekId; readonly seed: Nonce; readonly ifVersion?: ExpectedVersion | undefined }
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
    /** For a reminder to one member: when an admin last reminded this member of the week. */
    readonly lastByHandAt?: Instant | null | undefined
  }
  /** Absent fields stay as they are. `digest`: of the admin's text; null goes back to the summary that follows from the log. */
  ChangeWeekSummary: {
    readonly weekId: WeekId
    readonly digest?: string | null | undefined
    readonly isPinned?: boolean | undefined
  }
  /** `digest`: of the champions' names; null removes them. */
  SetPastChampions: { readonly seasonYear: number; readonly digest: string | null }
  /** `accounts`: the members who have an address. */
  QueueBroadcast: { readonly audience: Audience; readonly accounts: readonly UserId[] }
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
  /** Answers a request that waits for a second admin: another admin confirms or refuses it, and who asked takes it back or acts alone. */
  ConfirmAction: { readonly actionId: Position }
  RefuseAction: { readonly actionId: Position }
  WithdrawAction: { readonly actionId: Position }
  ActAlone: { readonly actionId: Position; readonly reason: string }
  PurgeUsersAndEntries: Record<string, never>
  PurgeWeeks: Record<string, never>
  /** Records the locks that are due, and does nothing else. */
  LockDueWeeks: Record<string, never>
}

export type CommandType = keyof CommandData

export type Command = { [T in CommandType]: { readonly type: T; readonly data: CommandData[T] } }[CommandType]
export type CommandOfType<T extends CommandType> = Extract<Command, { type: T }>

/** What an accepted command returns to its sender besides its events. */
interface CommandReplies {
  CreateProgramToken: { readonly tokenId: Position }
  RegisterUser: { readonly userId: UserId; readonly isAdmin: boolean }
  CreateUser: { readonly userId: UserId }
  ImportMembers: { readonly userIds: readonly UserId[] }
  CreateInvitation: { readonly invitationId: InvitationId }
  CreateEntry: { readonly entryId: EntryId }
  CreatePaperEntries: { readonly entryIds: readonly EntryId[] }
  RenewEntry: { readonly seasonYear: number }
  /** `settled`: the debts that the payment settled, of all seasons. */
  SetPayment: { readonly settled: readonly Debt[] }
  RecordPayments: { readonly recorded: number }
  RecordPayouts: { readonly recorded: number }
  SubmitPick: { readonly pickId: PickId; readonly created: boolean }
  ChangePick: { readonly pickId: PickId; readonly entryId: EntryId; readonly weekId: WeekId; readonly team: TeamAbbr }
  OverridePick: { readonly pickId: PickId; readonly created: boolean }
  /** In the order of the picks. */
  ImportPicks: { readonly outcomes: readonly PastPickOutcome[] }
  AddWeek: { readonly weekId: WeekId }
  UndoAction: { readonly undone: Position }
  QueueBroadcast: { readonly userIds: readonly UserId[] }
  /** `unread`: what of the games could not be read, or cannot be right. */
  SyncGames: {
    readonly created: number
    readonly updated: number
    readonly total: number
    readonly unread: readonly UnreadEventPart[]
  }
  FinalizeScores: { readonly updated: number; readonly eliminated: readonly EntryId[] }
  RandomizeScores: { readonly updated: number }
  SendReminders: {
    readonly members: readonly { readonly userId: UserId; readonly entryIds: readonly EntryId[] }[]
    /** The zones that are dealt with now. */
    readonly zones: readonly string[]
  }
  RandomizePicks: { readonly created: number; readonly updated: number; readonly skipped: number }
  CommitNames: { readonly userIds: readonly UserId[] }
  RemoveNewcomers: { readonly users: readonly UserId[]; readonly entries: number }
  PurgeUsersAndEntries: { readonly users: number; readonly entries: number; readonly picks: number }
  PurgeWeeks: { readonly weeks: number; readonly games: number; readonly picks: number }
}
export type ReplyOf<T extends CommandType> = T extends keyof CommandReplies ? CommandReplies[T] : null

/** A token for programs: which one, and what it may do. */
export interface Program {
  readonly id: Position
  readonly scopes: readonly Scope[]
}

/** Who sends a command. Deciding a command checks the actor against the pool's state. */
export type Actor =
  | { readonly kind: 'visitor' }
  | {
      readonly kind: 'user'
      readonly userId: UserId
      readonly tokenVersion: number
      /** The login that sends the command. */
      readonly sessionId?: string | undefined
      /** The token for programs that sends it. */
      readonly program?: Program | undefined
    }
  /** The pool itself: the feed, the timers, the command line. It may do everything. */
  | { readonly kind: 'system' }
