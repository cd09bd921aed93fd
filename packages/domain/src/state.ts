import type { Game } from './game.ts'
import type { EntryId, PickId, Position, UserId, WeekId } from './ids.ts'
import { type Instant, msOf, plusMs } from './instant.ts'
import type { Loss } from './events.ts'
import type { Payment } from './payment.ts'
import { DEFAULT_RULES, type PoolRules } from './rules.ts'
import { Table } from './table.ts'
import type { TeamAbbr } from './teams.ts'

/** An account, as far as the rules need it. A deleted account is not in the table. */
export interface User {
  readonly id: UserId
  readonly isAdmin: boolean
  /** Rises when all logins end; a token that carries an older number is void. */
  readonly tokenVersion: number
  /** Events that carry names of entries it no longer has, for redaction. */
  readonly formerlyNamedAt: readonly Position[]
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
  readonly forgiven: readonly Loss[]
  /** Weeks whose lock found it alive without a pick; counts while that very lock stands. */
  readonly missed: readonly { readonly weekId: WeekId; readonly lock: Position }[]
  /** At most one a week. Picks of weeks that were deleted stay here and count for nothing. */
  readonly picks: readonly Pick[]
  /** Events that carry its name, for redaction. */
  readonly namedAt: readonly Position[]
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
  readonly ineligible: readonly TeamAbbr[]
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
  readonly users: Table<UserId, User>
  readonly entries: Table<EntryId, Entry>
  readonly entriesOfUser: Table<UserId, readonly EntryId[]>
  readonly weeks: Table<WeekId, Week>
  currentWeekId: WeekId | null
  siteClock: SiteClock
  rules: PoolRules
  /** The rules of seasons that have a standing lock: later changes do not touch them. */
  readonly seasonRules: Table<number, PoolRules>
  readonly lastId: { user: number; entry: number; week: number; game: number }
}

/** The pool before its first event. */
export function emptyPool(): PoolState {
  return {
    position: 0,
    users: new Table(),
    entries: new Table(),
    entriesOfUser: new Table(),
    weeks: new Table(),
    currentWeekId: null,
    siteClock: { mode: 'real' },
    rules: DEFAULT_RULES,
    seasonRules: new Table(),
    lastId: { user: 0, entry: 0, week: 0, game: 0 },
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
    lastId: { ...state.lastId },
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
      return plusMs(clock.at, msOf(now) - msOf(clock.since))
    default:
      return clock satisfies never
  }
}

/** The rules that hold in a season. */
export function rulesOf(state: PoolState, seasonYear: number): PoolRules {
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
