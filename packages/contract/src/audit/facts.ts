import type { EventType, GameStatus, PaymentType, PoolRules } from '@outlast/domain'

/** A pick that a viewer may know, with what proves it. */
interface AuditPick {
  readonly team_abbr: string
  readonly commitment: string
  readonly nonce: string
}

/** A game by its teams, away at home; null when it is gone. */
interface AuditGame {
  readonly game: { readonly away_team_abbr: string; readonly home_team_abbr: string } | null
}

interface AuditScore extends AuditGame {
  readonly away_score: number | null
  readonly home_score: number | null
}

type Nothing = Readonly<Record<string, never>>

/** What the audit trail tells of an event, by type; what the log has besides stays there. */
export interface AuditData {
  readonly UserRegistered: { readonly is_admin: boolean; readonly origin: 'self' | 'admin' }
  readonly UserProfileChanged: { readonly fields: readonly string[] }
  readonly AdminGranted: Nothing
  readonly AdminRevoked: Nothing
  readonly PasswordChanged: { readonly by: 'self' | 'reset' }
  readonly LoginsEnded: Nothing
  readonly UserDeleted: Nothing
  /** Names are null once they were lawfully removed. */
  readonly EntryCreated: { readonly name: string | null }
  readonly EntryRenamed: { readonly name: string | null }
  readonly EntryDeleted: Nothing
  readonly EntryEliminatedByHand: { readonly season_year: number; readonly week_number: number }
  readonly EntryReinstated: { readonly season_year: number; readonly forgiven: readonly AuditWaivedLoss[] }
  readonly PaymentRecorded: { readonly payment_type: PaymentType; readonly paid_date: string }
  readonly PaymentReversed: Nothing
  readonly PickSubmitted: AuditPick
  readonly PickOverridden: AuditPick & { readonly source: 'override' | 'randomized' }
  readonly OverrideRefused: Nothing
  readonly PickCleared: Nothing
  readonly WeekAdded: { readonly lock_time: string }
  readonly WeekDeleted: Nothing
  readonly CurrentWeekSet: Nothing
  readonly LockTimeChanged: { readonly lock_time: string; readonly automatic: boolean }
  readonly WeekLocked: { readonly entries: number; readonly picks: number; readonly merkle_root: string }
  readonly WeekReopened: { readonly marked: boolean }
  readonly IneligibleTeamsSet: { readonly teams: readonly string[] }
  readonly PicksUnmasked: Nothing
  readonly GamesSynced: { readonly games: number }
  readonly GameScored: AuditScore & { readonly detail: string | null; readonly source: 'feed' | 'randomized' }
  readonly GameStatusChanged: AuditGame & { readonly status: GameStatus }
  readonly GameFinalized: AuditScore
  readonly ScoreCorrected: AuditScore
  readonly GamesFinalizedByAdmin: { readonly games: number }
  readonly SiteTimeSet: { readonly site_time: string; readonly running: boolean }
  readonly SiteTimeCleared: Nothing
  readonly PoolRulesChanged: { readonly rules: PoolRules }
  readonly BroadcastQueued: { readonly recipients: number }
  readonly UsersAndEntriesPurged: { readonly users: number; readonly entries: number; readonly picks: number }
  readonly WeeksPurged: { readonly weeks: number; readonly games: number; readonly picks: number }
  readonly EventsRedacted: { readonly events: number }
}

/** A loss that was forgiven. `hidden`: the viewer may not know the team yet; otherwise null is a missed pick. */
export interface AuditWaivedLoss {
  /** Null when the week is gone. */
  readonly week_number: number | null
  readonly team_abbr: string | null
  readonly hidden?: true
}

/** What {@link AuditData} holds of one event, told apart by its type. */
export type AuditEvent = { readonly [T in EventType]: { readonly type: T; readonly data: AuditData[T] } }[EventType]

export interface AuditActor {
  /** Null for the pool itself and for visitors. */
  readonly id: number | null
  /** Null also for accounts that are gone. */
  readonly name: string | null
  readonly role: 'member' | 'admin' | 'visitor' | 'system'
}

/** An event of the log as a viewer may know it, with the names it takes to say it in words. */
export type AuditFacts = AuditEvent & {
  readonly position: number
  readonly recorded_at: string
  readonly site_time: string
  readonly actor: AuditActor
  /** The entry it is about. Its name is null when it was removed with its owner. */
  readonly entry: { readonly id: number; readonly name: string | null } | null
  readonly week: { readonly id: number; readonly season_year: number; readonly week_number: number } | null
  /** The account it is about; the name is null when the account is gone. */
  readonly user: { readonly id: number; readonly name: string | null } | null
  readonly reason: string | null
  /** Of the chain after this event, hex. */
  readonly hash: string
}
