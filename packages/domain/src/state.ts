import type { Game } from './game.ts'
import type { EntryId, PickId, Position, UserId, WeekId } from './ids.ts'
import { type Instant, instantToMs, addMs } from './instant.ts'
import type { Loss } from './events.ts'
import type { Payment } from './payment.ts'
import { DEFAULT_RULES, type PoolRules } from './pool-rules.ts'
import { ForkableMap } from './forkable-map.ts'
import type { TeamAbbr } from './teams.ts'

/** An account, as far as the rules need it. A deleted account is not in the table. */
export interface User {
  readonly id: UserId
  readonly isAdmin: boolean
  /** Rises when all logins end; a token that carries an older number is void. */
  readonly tokenVersion: number
  /** Events that carry names of entries it no longer has, for redaction. */
  readonly formerNamePositions: readonly Position[]
}

export interface Pick {
  readonly id: PickId
  readonly weekId: WeekId
  readonly team: TeamAbbr
  readonly commitment: string
  /** When the entry first picked in this week, by real time; a change keeps it. */
  readonly createdAt: Instant
  /** Position of the event that last changed it: its version. */
  readonly version: Position
}

export interface Entry {
  readonly id: EntryId
  readonly userId: UserId
  readonly name: string
  readonly createdAt: Instant
  /** Real time of the last event that changed it other than by a pick. */
  readonly updatedAt: Instant
  /** Position of the last event that changed it other than by a pick: its version. */
  readonly version: Position
  readonly payment: Payment | null
  /** Eliminations by hand that stand, at most one a season. */
  readonly eliminatedByHand: readonly { readonly seasonYear: number; readonly weekNumber: number }[]
  readonly waivedLosses: readonly Loss[]
  /** Weeks whose lock found it alive without a pick; counts while that very lock stands. */
  readonly missedWeeks: readonly { readonly weekId: WeekId; readonly lock: Position }[]
  /** At most one a week. Picks of weeks that were deleted stay here and count for nothing. */
  readonly picks: readonly Pick[]
  /** Events that carry its name, for redaction. */
  readonly namePositions: readonly Position[]
}

export interface Week {
  readonly id: WeekId
  readonly seasonYear: number
  readonly weekNumber: number
  readonly lockTime: Instant
  readonly lockIsAutomatic: boolean
  /** The standing `WeekLocked`; null while picks are open. */
  readonly locked: { readonly position: Position; readonly at: Instant; readonly merkleRoot: string } | null
  readonly createdAt: Instant
  /** How often picks opened again after a lock, rehearsals included. */
  readonly reopenings: number
  /** It was once reopened after a real reveal: a mark for good. */
  readonly reopenedAfterReveal: boolean
  readonly ineligibleTeams: readonly TeamAbbr[]
  /** Whether admins may see its picks in the picks list before the lock. */
  readonly unmasked: boolean
  readonly unmaskReason: string | null
  readonly games: readonly Game[]
  readonly version: Position
}

export type SiteClock =
  | { readonly mode: 'real' }
  | { readonly mode: 'frozen'; readonly at: Instant }
  | { readonly mode: 'running'; readonly at: Instant; readonly since: Instant }

/** The whole pool, folded from the log. Only `evolve` changes it. */
export interface PoolState {
  position: number
  readonly users: ForkableMap<UserId, User>
  readonly entries: ForkableMap<EntryId, Entry>
  readonly entriesOfUser: ForkableMap<UserId, readonly EntryId[]>
  readonly weeks: ForkableMap<WeekId, Week>
  currentWeekId: WeekId | null
  siteClock: SiteClock
  rules: PoolRules
  /** The rules of seasons that have a standing lock: later changes do not touch them. */
  readonly seasonRules: ForkableMap<number, PoolRules>
  readonly lastIds: { user: number; entry: number; week: number; game: number }
}

/** The pool before its first event. */
export function emptyPool(): PoolState {
  return {
    position: 0,
    users: new ForkableMap(),
    entries: new ForkableMap(),
    entriesOfUser: new ForkableMap(),
    weeks: new ForkableMap(),
    currentWeekId: null,
    siteClock: { mode: 'real' },
    rules: DEFAULT_RULES,
    seasonRules: new ForkableMap(),
    lastIds: { user: 0, entry: 0, week: 0, game: 0 },
  }
}

/** A pool that starts as this one and can change without it, in constant time. */
export function forkPool(state: PoolState): PoolState {
  return {
    ...state,
    users: state.users.fork(),
    entries: state.entries.fork(),
    entriesOfUser: state.entriesOfUser.fork(),
    weeks: state.weeks.fork(),
    seasonRules: state.seasonRules.fork(),
    lastIds: { ...state.lastIds },
  }
}

/** The pool's "now" at a real time (decisions.md §Rules 3). */
export function siteTimeAt(clock: SiteClock, now: Instant): Instant {
  switch (clock.mode) {
    case 'real':
      return now
    case 'frozen':
      return clock.at
    case 'running':
      return addMs(clock.at, instantToMs(now) - instantToMs(clock.since))
    default:
      return clock satisfies never
  }
}

/** The rules that hold in a season. */
export function rulesForSeason(state: PoolState, seasonYear: number): PoolRules {
  return state.seasonRules.get(seasonYear) ?? state.rules
}

/** The current week, if any week exists. */
export function currentWeek(state: PoolState): Week | undefined {
  return state.currentWeekId === null ? undefined : state.weeks.get(state.currentWeekId)
}

/** A season's weeks by number. */
export function weeksOfSeason(state: PoolState, seasonYear: number): readonly Week[] {
  const weeks: Week[] = []
  for (const week of state.weeks.values()) if (week.seasonYear === seasonYear) weeks.push(week)
  return weeks.sort((a, b) => a.weekNumber - b.weekNumber)
}
