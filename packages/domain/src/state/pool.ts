import type { AdminAction } from '../events/admin-action.ts'
import type { ClubhouseScreen } from '../values/clubhouse-screen.ts'
import { allPicks } from './entry-picks.ts'
import type { ForkableMap } from '../values/forkable-map.ts'
import type { ContestId, EntryId, InvitationId, ScheduleWeekId, UserId, WeekId } from '../values/ids.ts'
import { type Instant, instantFromMs, instantToMs } from '../values/instant.ts'
import type { Invitation, JoiningMode } from '../values/joining.ts'
import type { PoolRules } from '../pool-rules/index.ts'
import type { EndedBooks, Posting } from './posting.ts'
import type { SeasonStart } from '../values/season.ts'
import type { Club, Setup } from '../values/setup-steps.ts'
import type { Seal, User } from './account.ts'
import type { Contest } from './contest.ts'
import type { Entry, Pick } from './entry.ts'
import type { Round, ScheduleWeek } from './round.ts'
import type { Proxy } from './proxy.ts'
import type { SplitBallot, SplitVote } from './split-vote.ts'
import type { WaitingAction } from './waiting-action.ts'

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
  /** Whether some actions need a second admin (docs/rules.md §11.12). */
  fourEyes: boolean
  /** What admins asked for, until it is answered. Some of it has lapsed: {@link waitingActions} leaves that out. */
  waiting: readonly WaitingAction[]
  /** The invitations that were not revoked. */
  readonly invitations: ForkableMap<InvitationId, Invitation>
  readonly entries: ForkableMap<EntryId, Entry>
  readonly entriesOfUser: ForkableMap<UserId, readonly EntryId[]>
  /** The entries with a requested buyback, and those with a statement that they are paid (docs/rules.md §17). */
  readonly requestedBuybacks: ForkableMap<EntryId, true>
  readonly paymentClaims: ForkableMap<EntryId, true>
  /** The money facts of each entry, deleted ones included, in the order of the log. Ids of entries are never used again. */
  readonly postings: ForkableMap<EntryId, readonly Posting[]>
  /** The books that purges ended, oldest first. */
  endedBooks: readonly EndedBooks[]
  readonly contests: ForkableMap<ContestId, Contest>
  readonly schedule: ForkableMap<ScheduleWeekId, ScheduleWeek>
  readonly rounds: ForkableMap<WeekId, Round>
  /** The open vote on sharing the pot; null without one. */
  splitVote: SplitVote | null
  /** How entries voted so far. Secret until the vote closes. */
  readonly splitBallots: ForkableMap<EntryId, SplitBallot>
  /** Who picks for the owners of entries. */
  readonly proxies: ForkableMap<EntryId, Proxy>
  currentWeekId: WeekId | null
  /** The week whose summary an admin pinned to the dashboard. */
  pinnedSummary: WeekId | null
  siteClock: SiteClock
  rules: PoolRules
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

/** Returns a copy that can change independently, in constant time. */
export function forkPool<P extends PoolState>(state: P): P {
  return {
    ...state,
    users: state.users.fork(),
    seals: state.seals.fork(),
    invitations: state.invitations.fork(),
    entries: state.entries.fork(),
    entriesOfUser: state.entriesOfUser.fork(),
    requestedBuybacks: state.requestedBuybacks.fork(),
    paymentClaims: state.paymentClaims.fork(),
    postings: state.postings.fork(),
    contests: state.contests.fork(),
    schedule: state.schedule.fork(),
    rounds: state.rounds.fork(),
    splitBallots: state.splitBallots.fork(),
    proxies: state.proxies.fork(),
    lastIds: { ...state.lastIds },
  }
}

/** The latest instant. A running override stays there instead of leaving the calendar. */
const LAST_INSTANT = instantFromMs(253_402_300_799_999)

/** Returns the site time at a real time (docs/rules.md §2.1, §2.5). */
export function currentSiteTime({ siteClock: clock }: { readonly siteClock: SiteClock }, now: Instant): Instant {
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

/** Returns the entries of an account, in the order in which they were created. */
export function entriesOf(state: PoolState, id: UserId): readonly Entry[] {
  return (state.entriesOfUser.get(id) ?? []).flatMap((entry) => state.entries.get(entry) ?? [])
}

/** Whether a week holds a pick or a void plan that a member made, as opposed to random and admins' picks. */
export function hasMembersPick(state: PoolState, weekId: WeekId): boolean {
  for (const entry of state.entries.values()) {
    const isMembers = (pick: Pick): boolean => pick.weekId === weekId && pick.byMember
    if (allPicks(entry).some(isMembers) || entry.voidPlans.some(isMembers)) return true
  }
  return false
}
