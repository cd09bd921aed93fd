import type { Game } from './game.ts'
import type { EntryId, InvitationId, PickId, Position, UserId, WeekId } from './ids.ts'
import { type Instant, instantFromMs, instantToMs } from './instant.ts'
import type { Loss } from './events.ts'
import type { Invitation, JoiningMode } from './joining.ts'
import type { Payment, PaymentClaim } from './payment.ts'
import type { Posting } from './posting.ts'
import { type AutoPickStep, DEFAULT_RULES, type PoolRules } from './pool-rules.ts'
import { type ClubhouseScreen, DEFAULT_CLUBHOUSE_SCREEN } from './clubhouse-screen.ts'
import { type Club, DEFAULT_CLUB, NEW_SETUP, type Setup } from './setup-steps.ts'
import type { SeasonStart } from './rules.ts'
import type { AdminAction } from './admin-action.ts'
import { ForkableMap } from './forkable-map.ts'
import type { TeamAbbr } from './teams.ts'

/** An account, as far as the rules need it. */
export interface User {
  readonly id: UserId
  readonly isAdmin: boolean
  /** Incremented when all logins end. A token with a lower number is no longer valid. */
  readonly tokenVersion: number
  /** The logins with this token version that have ended, as long as their tokens could still be valid. */
  readonly endedSessions?: readonly EndedSession[]
  /** Whether an admin chose the current password (docs/rules.md §11.7). */
  readonly passwordChosenByAdmin: boolean
  /** Whether an admin must still approve the account (docs/rules.md §11.9). */
  readonly isWaiting: boolean
  /** Positions of the events that contain names of entries the user no longer has, for redaction. */
  readonly formerNamePositions: readonly Position[]
}

/** A login that ended before its token expired. */
interface EndedSession {
  readonly id: string
  readonly at: Instant
}

/** Returns whether one login of a user has ended. */
export function isSessionEnded({ endedSessions }: User, sessionId: string | undefined): boolean {
  return endedSessions?.some(({ id }) => id === sessionId) === true
}

/**
 * Hides an account's picks of open weeks from the account itself, because an admin changed its e-mail address and could have
 * signed in through the new one (docs/rules.md §11.6).
 *
 * The change ended all logins, so every login of the account started after it, with a password that a mail to the new address
 * may have set. The seal therefore applies to all of them. It belongs to the account and not to the login: only an
 * authentication method that was registered before the change could exempt a login.
 */
export interface Seal {
  /** Picks whose last change is before this position are sealed. */
  readonly before: Position
  /** The real time of the change. */
  readonly since: Instant
  /** The real time at which the seal ends without a confirmation. */
  readonly until: Instant
}

export interface Pick {
  readonly id: PickId
  readonly weekId: WeekId
  readonly team: TeamAbbr
  readonly commitment: string
  /**
   * Whether the pick reveals a member's choice: a pick that the member made, or an automatic one from the member's ranking. An
   * admin's override keeps the value; a random pick resets it.
   */
  readonly byMember: boolean
  /** The step that chose an automatic pick; null for all others. */
  readonly assignedBy: AutoPickStep | null
  /** The real time of the entry's first pick in this week. Changing the pick keeps it. */
  readonly createdAt: Instant
  /** The position of the last event that changed the pick. */
  readonly version: Position
}

export interface Entry {
  readonly id: EntryId
  readonly userId: UserId
  readonly name: string
  readonly createdAt: Instant
  /** The position of `EntryCreated`: an entry takes part in the weeks that lock after it (docs/rules.md §6). */
  readonly createdPosition: Position
  /** The real time of the last event that changed the entry itself, not its picks. */
  readonly updatedAt: Instant
  /** The position of that event. */
  readonly version: Position
  readonly payment: Payment | null
  readonly paymentClaim: PaymentClaim | null
  /** The current eliminations by hand, at most one per season. */
  readonly eliminatedByHand: readonly { readonly seasonYear: number; readonly weekNumber: number }[]
  readonly waivedLosses: readonly Loss[]
  /** Weeks whose lock found the entry alive without a pick. A missed week counts only while that lock applies. */
  readonly missedWeeks: readonly { readonly weekId: WeekId; readonly lock: Position }[]
  /** At most one per week. Picks of deleted weeks stay here but have no effect. */
  readonly picks: readonly Pick[]
  /** When the owner's budget of pick changes is full again; null if it was never used (docs/rules.md §3.7). */
  readonly pickBudgetFullAt: Instant | null
  /** The teams for automatic picks, in the order in which the member prefers them. */
  readonly ranking: readonly TeamAbbr[]
  /** The position of the last event that set the ranking; null if the owner never set one. */
  readonly rankingVersion: Position | null
  /** In the order of the requests. */
  readonly buybacks: readonly Buyback[]
  /** The seasons for which it was renewed, in the order of the renewals. */
  readonly renewals: readonly Renewal[]
  /** Positions of the events that contain its name, for redaction. */
  readonly namePositions: readonly Position[]
}

/** An entry's renewal for a season that an admin started (docs/rules.md §16.2). */
export interface Renewal {
  readonly seasonYear: number
  readonly position: Position
  readonly at: Instant
  /** The payment until then, which belongs to the seasons before. */
  readonly earlierPayment: Payment | null
}

/** A request to buy an entry back in (docs/rules.md §14.3). */
export interface Buyback {
  readonly seasonYear: number
  /** The loss that put the entry out. */
  readonly loss: Loss
  readonly status: 'requested' | 'confirmed' | 'declined' | 'withdrawn'
  /** What a confirmed buyback costs; 0 before. */
  readonly feeCents: number
  /** The real time of the request. */
  readonly askedAt: Instant
}

export interface WeekLock {
  readonly position: Position
  readonly at: Instant
  readonly merkleRoot: string
  /** Whether the lock revealed a pick that a member made. If it did, reopening leaves a mark (docs/rules.md §2.4). */
  readonly revealedMembersPick: boolean
}

export interface Week {
  readonly id: WeekId
  readonly seasonYear: number
  readonly weekNumber: number
  readonly lockTime: Instant
  readonly lockIsAutomatic: boolean
  /** The `WeekLocked` that applies; null while picks are open. */
  readonly locked: WeekLock | null
  readonly createdAt: Instant
  /** How often the week reopened after a lock, including rehearsals. */
  readonly reopenings: number
  /** Whether it ever reopened after a reveal of members' picks (docs/rules.md §2.4). */
  readonly reopenedAfterReveal: boolean
  readonly ineligibleTeams: readonly TeamAbbr[]
  /** Whether admins see its picks before the lock (docs/rules.md §10.2). */
  readonly unmasked: boolean
  readonly unmaskReason: string | null
  readonly games: readonly Game[]
  /** How often a final score was corrected. */
  readonly corrections: number
  /** The SHA-256 of the summary that an admin wrote, in hex; null while the one from the log is shown. */
  readonly summaryDigest: string | null
  readonly version: Position
}

export type SiteClock =
  | { readonly mode: 'real' }
  | { readonly mode: 'frozen'; readonly at: Instant }
  | { readonly mode: 'running'; readonly at: Instant; readonly since: Instant }

/** The reminders of missing picks, off until an admin switches them on (docs/rules.md §15). */
export interface Reminders {
  readonly enabled: boolean
  /** Hours before the lock, at most four, the largest first. */
  readonly hoursBefore: readonly number[]
  /** The real time of the last "Remind now". */
  readonly lastManualAt: Instant | null
}

export const DEFAULT_REMINDERS: Reminders = { enabled: false, hoursBefore: [48, 3], lastManualAt: null }

/** The state of the pool, folded from the log. Only `evolve` changes it. */
export interface PoolState {
  position: number
  readonly users: ForkableMap<UserId, User>
  /** The accounts whose hidden picks are sealed. */
  readonly seals: ForkableMap<UserId, Seal>
  /** Whether the pool has or had an admin. Until then, registering can make one (docs/rules.md §11.1). */
  hadAdmin: boolean
  /** Who may register. */
  joining: JoiningMode
  /** The invitations that were not revoked. */
  readonly invitations: ForkableMap<InvitationId, Invitation>
  readonly entries: ForkableMap<EntryId, Entry>
  readonly entriesOfUser: ForkableMap<UserId, readonly EntryId[]>
  /** The entries with a requested buyback. */
  readonly requestedBuybacks: ForkableMap<EntryId, true>
  /** The money facts of each entry, deleted ones included, in the order of the log. Ids of entries are never used again. */
  readonly postings: ForkableMap<EntryId, readonly Posting[]>
  readonly weeks: ForkableMap<WeekId, Week>
  currentWeekId: WeekId | null
  /** The week whose summary an admin pinned to the dashboard. */
  pinnedSummary: WeekId | null
  siteClock: SiteClock
  rules: PoolRules
  /** The rules of seasons that have a locked week. Later changes do not affect them. */
  readonly seasonRules: ForkableMap<number, PoolRules>
  club: Club
  clubhouseScreen: ClubhouseScreen
  setup: Setup
  reminders: Reminders
  readonly lastIds: { user: number; entry: number; week: number; game: number; invitation: number }
  /** The starts of seasons by an admin, in order. Seasons that merely got weeks have none (docs/rules.md §16.1). */
  seasonStarts: readonly SeasonStart[]
  /** The last action of an admin that can be taken back; null after it was. */
  lastAction: AdminAction | null
}

/** Returns the state before the first event. */
export function emptyPool(): PoolState {
  return {
    position: 0,
    users: new ForkableMap(),
    seals: new ForkableMap(),
    hadAdmin: false,
    joining: 'open',
    invitations: new ForkableMap(),
    entries: new ForkableMap(),
    entriesOfUser: new ForkableMap(),
    requestedBuybacks: new ForkableMap(),
    postings: new ForkableMap(),
    weeks: new ForkableMap(),
    currentWeekId: null,
    pinnedSummary: null,
    siteClock: { mode: 'real' },
    rules: DEFAULT_RULES,
    seasonRules: new ForkableMap(),
    club: DEFAULT_CLUB,
    clubhouseScreen: DEFAULT_CLUBHOUSE_SCREEN,
    setup: NEW_SETUP,
    reminders: DEFAULT_REMINDERS,
    lastIds: { user: 0, entry: 0, week: 0, game: 0, invitation: 0 },
    seasonStarts: [],
    lastAction: null,
  }
}

/** Returns a copy that can change independently, in constant time. */
export function forkPool(state: PoolState): PoolState {
  return {
    ...state,
    users: state.users.fork(),
    seals: state.seals.fork(),
    invitations: state.invitations.fork(),
    entries: state.entries.fork(),
    entriesOfUser: state.entriesOfUser.fork(),
    requestedBuybacks: state.requestedBuybacks.fork(),
    postings: state.postings.fork(),
    weeks: state.weeks.fork(),
    seasonRules: state.seasonRules.fork(),
    lastIds: { ...state.lastIds },
  }
}

/** The latest instant. A running override stays there instead of leaving the calendar. */
const LAST_INSTANT = instantFromMs(253_402_300_799_999)

/** Returns the site time at a real time (docs/rules.md §2.1, §2.5). */
export function currentSiteTime({ siteClock: clock }: PoolState, now: Instant): Instant {
  switch (clock.mode) {
    case 'real':
      return now
    case 'frozen':
      return clock.at
    case 'running': {
      // Clocks of processes differ by milliseconds. The site time is never before the time that it was set to.
      const elapsedMs = Math.max(0, instantToMs(now) - instantToMs(clock.since))
      return instantFromMs(Math.min(instantToMs(clock.at) + elapsedMs, instantToMs(LAST_INSTANT)))
    }
    default:
      return clock satisfies never
  }
}

/** Returns the rules that apply to a season. */
export function rulesForSeason(state: PoolState, seasonYear: number): PoolRules {
  return state.seasonRules.get(seasonYear) ?? state.rules
}

/** Returns the current week, if the pool has weeks. */
export function currentWeek(state: PoolState): Week | undefined {
  return state.currentWeekId === null ? undefined : state.weeks.get(state.currentWeekId)
}

/** Returns a season's weeks, ordered by number. */
export function weeksOfSeason(state: PoolState, seasonYear: number): readonly Week[] {
  const weeks: Week[] = []
  for (const week of state.weeks.values()) if (week.seasonYear === seasonYear) weeks.push(week)
  return weeks.sort((a, b) => a.weekNumber - b.weekNumber)
}

/** Whether a week holds a pick that a member made, as opposed to random and admins' picks. */
export function hasMembersPick(state: PoolState, weekId: WeekId): boolean {
  for (const entry of state.entries.values()) {
    if (entry.picks.some((pick) => pick.weekId === weekId && pick.byMember)) return true
  }
  return false
}
