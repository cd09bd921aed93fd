import type { EventType } from './event-data.ts'

/** The kinds of events, by which the audit trail can be filtered. */
export const EVENT_KINDS = ['pick', 'entry', 'payment', 'week', 'game', 'user', 'pool'] as const
export type EventKind = (typeof EVENT_KINDS)[number]

/**
 * Who may know of an event (docs/rules.md §10.1): `everyone`; admins and the account that it is about; admins and the owner of the entry
 * that pays; only the owner of the entry, unless sealed; that owner until the week locks, and everyone after it.
 */
type KnownTo = 'everyone' | 'account' | 'payer' | 'owner' | 'owner_until_lock'

/** What an event does that more than one part of the program must know. */
export type Effect =
  /** It gives an entry a pick, takes it away, gives it back as it was, or ends an automatic pick because its week reopened. */
  | 'sets_pick'
  | 'clears_pick'
  | 'restores_pick'
  | 'withdraws_pick'
  /** It can decide a season, or undo that. */
  | 'may_decide'
  /** An admin decides a standing with it, as opposed to the results. It names a season. */
  | 'sets_standing'
  /** An earlier state of the pool may no longer be shown as it was. */
  | 'hides'
  /** Its reason is that of a hidden event beside it, so it is kept there alone. */
  | 'leaves_reason'
  /** Accounts lose logins or rights. */
  | 'ends_logins'
  /** It can move a date of the calendar. */
  | 'moves_lock'
  | 'moves_kickoff'
  /** There may be news, a request to the feed, or a reminder to send. */
  | 'wakes_news'
  | 'wakes_sync'
  | 'wakes_reminders'
  /** Members get news about it that does not follow from the facts of the pool. */
  | 'is_news'
  /** The constitution shows it. */
  | 'sets_rules'
  /** An admin who does it needs a second one: for an own entry, and while the club's four eyes are on (docs/rules.md §11.12). */
  | 'helps_entry'
  | 'needs_second'
  /** No request lapses through it, and it may come in large numbers (docs/rules.md §17). */
  | 'lapses_nothing'

interface EventTraits {
  readonly kind: EventKind
  readonly knownTo: KnownTo
  readonly does: readonly Effect[]
}

/** What each event type is and does besides its data. Lists of event types by what they do are derived from this table. */
export const EVENTS = {
  UserRegistered: { kind: 'user', knownTo: 'account', does: ['lapses_nothing'] },
  UserApproved: { kind: 'user', knownTo: 'account', does: [] },
  UserProfileChanged: { kind: 'user', knownTo: 'account', does: ['hides', 'lapses_nothing'] },
  EmailChangedByAdmin: { kind: 'user', knownTo: 'everyone', does: ['ends_logins'] },
  PicksUnsealed: { kind: 'user', knownTo: 'everyone', does: ['wakes_news'] },
  AdminGranted: { kind: 'user', knownTo: 'account', does: [] },
  RoleGiven: { kind: 'user', knownTo: 'everyone', does: [] },
  RoleTaken: { kind: 'user', knownTo: 'everyone', does: [] },
  AdminRevoked: { kind: 'user', knownTo: 'account', does: ['ends_logins'] },
  PasswordChosenByAdmin: { kind: 'user', knownTo: 'everyone', does: [] },
  AdminPasswordReplaced: { kind: 'user', knownTo: 'everyone', does: [] },
  PasswordChanged: { kind: 'user', knownTo: 'account', does: ['ends_logins'] },
  LoginsEnded: { kind: 'user', knownTo: 'account', does: ['ends_logins', 'lapses_nothing'] },
  SessionEnded: { kind: 'user', knownTo: 'account', does: ['ends_logins', 'lapses_nothing'] },
  PasskeyAdded: { kind: 'user', knownTo: 'account', does: [] },
  PasskeyRemoved: { kind: 'user', knownTo: 'account', does: [] },
  ProgramTokenCreated: { kind: 'user', knownTo: 'account', does: ['lapses_nothing'] },
  ProgramTokenRevoked: { kind: 'user', knownTo: 'account', does: ['ends_logins', 'lapses_nothing'] },
  ProgramTokenUsed: { kind: 'user', knownTo: 'account', does: ['lapses_nothing'] },
  UserDeleted: { kind: 'user', knownTo: 'account', does: ['may_decide', 'ends_logins', 'wakes_news'] },

  ProxyNamed: { kind: 'entry', knownTo: 'everyone', does: ['lapses_nothing'] },
  ProxyEnded: { kind: 'entry', knownTo: 'everyone', does: ['lapses_nothing'] },
  EntryCreated: { kind: 'entry', knownTo: 'everyone', does: ['lapses_nothing'] },
  EntryHandedOver: { kind: 'entry', knownTo: 'everyone', does: ['hides'] },
  EntryRenamed: { kind: 'entry', knownTo: 'everyone', does: ['lapses_nothing'] },
  EntryDeleted: { kind: 'entry', knownTo: 'everyone', does: ['may_decide', 'wakes_news'] },
  EntryEliminatedByHand: { kind: 'entry', knownTo: 'everyone', does: ['may_decide', 'sets_standing', 'wakes_news'] },
  EntryReinstated: { kind: 'entry', knownTo: 'everyone', does: ['may_decide', 'sets_standing', 'wakes_news', 'helps_entry'] },
  PaymentRecorded: { kind: 'payment', knownTo: 'payer', does: ['helps_entry'] },
  BalancePaid: { kind: 'payment', knownTo: 'payer', does: ['helps_entry'] },
  PartPaymentRecorded: { kind: 'payment', knownTo: 'payer', does: ['helps_entry'] },
  PayoutRecorded: { kind: 'payment', knownTo: 'payer', does: [] },
  PayoutReversed: { kind: 'payment', knownTo: 'payer', does: [] },
  PaymentReversed: { kind: 'payment', knownTo: 'payer', does: [] },
  PaymentClaimed: { kind: 'payment', knownTo: 'payer', does: [] },
  PaymentClaimWithdrawn: { kind: 'payment', knownTo: 'payer', does: [] },
  PaymentClaimDeclined: { kind: 'payment', knownTo: 'payer', does: [] },

  PickSubmitted: { kind: 'pick', knownTo: 'owner_until_lock', does: ['sets_pick', 'lapses_nothing'] },
  PickOverridden: {
    kind: 'pick',
    knownTo: 'owner_until_lock',
    does: ['sets_pick', 'may_decide', 'wakes_news', 'is_news', 'helps_entry', 'needs_second'],
  },
  PickAssigned: { kind: 'pick', knownTo: 'owner_until_lock', does: ['sets_pick', 'may_decide', 'helps_entry', 'needs_second'] },
  BegunGamePicked: { kind: 'pick', knownTo: 'everyone', does: ['leaves_reason'] },
  OverrideRefused: { kind: 'pick', knownTo: 'everyone', does: ['wakes_news', 'is_news'] },
  PickCleared: {
    kind: 'pick',
    knownTo: 'owner_until_lock',
    does: ['clears_pick', 'may_decide', 'wakes_news', 'is_news', 'helps_entry', 'needs_second'],
  },
  PickRestored: { kind: 'pick', knownTo: 'owner_until_lock', does: ['restores_pick', 'may_decide', 'wakes_news'] },
  AssignedPickWithdrawn: { kind: 'pick', knownTo: 'owner_until_lock', does: ['withdraws_pick'] },
  RankingSet: { kind: 'pick', knownTo: 'owner', does: ['lapses_nothing'] },

  BuybackRequested: { kind: 'entry', knownTo: 'everyone', does: [] },
  BuybackConfirmed: { kind: 'entry', knownTo: 'everyone', does: ['may_decide', 'sets_standing', 'wakes_news', 'helps_entry'] },
  BuybackDeclined: { kind: 'entry', knownTo: 'everyone', does: [] },
  BuybackWithdrawn: { kind: 'entry', knownTo: 'everyone', does: [] },

  SplitVoteOpened: { kind: 'week', knownTo: 'everyone', does: ['wakes_news', 'wakes_reminders'] },
  SplitVoteCast: { kind: 'entry', knownTo: 'owner', does: ['lapses_nothing'] },
  SplitVoteEnded: { kind: 'week', knownTo: 'everyone', does: ['wakes_news', 'is_news'] },
  SplitVoteClosed: { kind: 'week', knownTo: 'everyone', does: ['may_decide', 'wakes_news'] },

  WeekAdded: { kind: 'week', knownTo: 'everyone', does: ['moves_lock', 'wakes_sync'] },
  WeekDeleted: { kind: 'week', knownTo: 'everyone', does: ['wakes_news'] },
  CurrentWeekSet: { kind: 'week', knownTo: 'everyone', does: ['wakes_news', 'wakes_sync', 'wakes_reminders'] },
  LockTimeChanged: { kind: 'week', knownTo: 'everyone', does: ['moves_lock', 'wakes_reminders'] },
  WeekLocked: { kind: 'week', knownTo: 'everyone', does: ['may_decide', 'wakes_news'] },
  WeekReopened: { kind: 'week', knownTo: 'everyone', does: ['may_decide', 'hides', 'wakes_news', 'needs_second'] },
  PicksOfWeekSet: { kind: 'week', knownTo: 'everyone', does: ['wakes_reminders'] },
  IneligibleTeamsSet: { kind: 'week', knownTo: 'everyone', does: [] },
  PicksUnmasked: { kind: 'week', knownTo: 'everyone', does: ['needs_second'] },
  PicksRandomized: { kind: 'pick', knownTo: 'everyone', does: [] },

  GamesSynced: { kind: 'game', knownTo: 'everyone', does: ['may_decide', 'moves_kickoff', 'wakes_news', 'wakes_sync'] },
  GameScored: { kind: 'game', knownTo: 'everyone', does: ['may_decide'] },
  GameStatusChanged: { kind: 'game', knownTo: 'everyone', does: ['may_decide', 'moves_kickoff', 'wakes_news'] },
  GameReturnedToFeed: { kind: 'game', knownTo: 'everyone', does: [] },
  WeekClosed: { kind: 'week', knownTo: 'everyone', does: ['may_decide', 'wakes_news', 'needs_second'] },
  GameMoved: { kind: 'game', knownTo: 'everyone', does: ['may_decide', 'moves_kickoff'] },
  UnreadGamesChanged: { kind: 'game', knownTo: 'everyone', does: ['may_decide'] },
  GameFinalized: { kind: 'game', knownTo: 'everyone', does: ['may_decide', 'wakes_news'] },
  ScoreCorrected: { kind: 'game', knownTo: 'everyone', does: ['may_decide', 'wakes_news'] },
  GamesFinalizedByAdmin: { kind: 'game', knownTo: 'everyone', does: ['may_decide', 'wakes_news'] },

  SeasonStarted: { kind: 'pool', knownTo: 'everyone', does: ['sets_rules'] },
  EntryRenewed: { kind: 'entry', knownTo: 'everyone', does: [] },

  SiteTimeSet: { kind: 'pool', knownTo: 'everyone', does: ['hides', 'wakes_news', 'wakes_sync', 'wakes_reminders'] },
  SiteTimeCleared: { kind: 'pool', knownTo: 'everyone', does: ['hides', 'wakes_news', 'wakes_sync', 'wakes_reminders'] },
  PoolRulesChanged: { kind: 'pool', knownTo: 'everyone', does: ['wakes_news', 'wakes_reminders', 'is_news', 'sets_rules'] },
  ClubhouseScreenChanged: { kind: 'pool', knownTo: 'everyone', does: [] },
  ClubChanged: { kind: 'pool', knownTo: 'everyone', does: [] },
  SetupStepMarked: { kind: 'pool', knownTo: 'everyone', does: [] },
  RemindersChanged: { kind: 'pool', knownTo: 'everyone', does: ['wakes_news', 'wakes_reminders'] },
  ReminderSent: { kind: 'week', knownTo: 'everyone', does: [] },
  JoiningChanged: { kind: 'pool', knownTo: 'everyone', does: [] },
  InvitationCreated: { kind: 'pool', knownTo: 'everyone', does: [] },
  InvitationRevoked: { kind: 'pool', knownTo: 'everyone', does: [] },
  TreasurerChanged: { kind: 'payment', knownTo: 'payer', does: [] },
  WeekSummaryChanged: { kind: 'week', knownTo: 'everyone', does: [] },
  PastChampionsSet: { kind: 'pool', knownTo: 'everyone', does: [] },
  BroadcastQueued: { kind: 'pool', knownTo: 'everyone', does: [] },
  WebhookAdded: { kind: 'pool', knownTo: 'everyone', does: ['wakes_news'] },
  WebhookRemoved: { kind: 'pool', knownTo: 'everyone', does: [] },
  WebhookSwitched: { kind: 'pool', knownTo: 'everyone', does: ['wakes_news'] },
  ActionUndone: { kind: 'pool', knownTo: 'everyone', does: ['may_decide', 'sets_standing', 'wakes_news'] },
  FourEyesSwitched: { kind: 'pool', knownTo: 'everyone', does: ['needs_second'] },
  ActionRequested: { kind: 'pool', knownTo: 'account', does: ['leaves_reason'] },
  ActionConfirmed: { kind: 'pool', knownTo: 'everyone', does: [] },
  ActionRefused: { kind: 'pool', knownTo: 'account', does: [] },
  ActionWithdrawn: { kind: 'pool', knownTo: 'account', does: [] },
  ActionDoneAlone: { kind: 'pool', knownTo: 'everyone', does: [] },
  UsersAndEntriesPurged: { kind: 'pool', knownTo: 'everyone', does: ['ends_logins', 'wakes_news'] },
  WeeksPurged: { kind: 'pool', knownTo: 'everyone', does: ['wakes_news'] },
  EventsRedacted: { kind: 'pool', knownTo: 'everyone', does: ['hides'] },
} as const satisfies { readonly [T in EventType]: EventTraits }

/** The event types with one of these effects. */
export type EventsThat<E extends Effect> = {
  [T in EventType]: Extract<(typeof EVENTS)[T]['does'][number], E> extends never ? never : T
}[EventType]

/** All event types. */
export const EVENT_TYPES = Object.keys(EVENTS) as readonly EventType[]

const traitsOf = (type: EventType): EventTraits => EVENTS[type]

/** Returns whether an event has one of these effects. */
export function does<V extends { readonly type: EventType }, E extends Effect>(
  event: V,
  ...effects: readonly E[]
): event is Extract<V, { readonly type: EventsThat<E> }> {
  return traitsOf(event.type).does.some((effect) => effects.some((other) => other === effect))
}

/** Returns the event types with one of these effects. */
export function eventsThat<E extends Effect>(...effects: readonly E[]): readonly EventsThat<E>[] {
  return EVENT_TYPES.filter((type): type is EventsThat<E> => does({ type }, ...effects))
}

/** The changes of picks. */
export const PICK_EVENTS = eventsThat('sets_pick', 'clears_pick', 'restores_pick', 'withdraws_pick')
export type PickEventType = (typeof PICK_EVENTS)[number]

/** Returns the event types that only these may know. */
export function eventsKnownTo(knownTo: KnownTo): readonly EventType[] {
  return EVENT_TYPES.filter((type) => traitsOf(type).knownTo === knownTo)
}

/** Returns the event types of a kind. */
export function eventsOfKind(kind: EventKind): readonly EventType[] {
  return EVENT_TYPES.filter((type) => traitsOf(type).kind === kind)
}
