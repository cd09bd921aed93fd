import type { PoolRules } from '../pool-rules/index.ts'
import type { Absence } from '../standing/participation.ts'
import type { EntryRecord, SeasonResults } from '../standing/standing.ts'
import type { gameOfTeam, hasKickedOff, obstacleTo, Time } from '../values/game-life.ts'
import type { Loss } from '../events/events.ts'
import type { WeekId } from '../values/ids.ts'
import type { Obstacle } from '../values/obstacles.ts'
import type { SplitChoice } from '../values/split-vote.ts'

// What decides the situation of an entry in a week. The server maps the pool's state to it (of-pool.ts), and browsers map the rows of live
// views (`outlookIn` in packages/views). What is costly to find may be a getter.

type Game<T extends Time> = Parameters<typeof gameOfTeam>[0][number] &
  Parameters<typeof obstacleTo>[0][number] &
  Parameters<typeof hasKickedOff<T>>[0]

/** What decides whether an entry can be bought back in. */
export interface BuybackFacts {
  readonly rules: Pick<PoolRules, 'buyback'>
  /** The season of the current week. */
  readonly season: SeasonResults
  readonly record: EntryRecord
  /** Without those that were withdrawn or have lapsed. */
  readonly requests: readonly BuybackRequest[]
  /** Whether the season has its champions. */
  readonly isDecided: boolean
  /** Whether a week of a later season is the current one. */
  readonly isOver: boolean
}

interface BuybackRequest {
  readonly status: 'requested' | 'confirmed' | 'declined'
  readonly isFor: (loss: Loss) => boolean
}

/** What decides whether an entry may pick in a week, whatever the team. */
export interface PickingFacts<T extends Time> {
  readonly season: SeasonResults
  /** Of the entry, with the picks that the reader may know, also in open weeks. */
  readonly record: EntryRecord
  readonly week: {
    /** As in the season's results. */
    readonly id: WeekId
    readonly weekNumber: number
    readonly lockTime: T
    readonly locked: object | boolean | null
  }
  /** Why it takes no part in the season; undefined if it does. */
  readonly absence: Absence | undefined
  /** Whether it has a pick, in any open week, that is hidden from its owner. */
  readonly hasSealedPick: boolean
}

/** What speaks for and against teams. */
export interface TeamFacts<T extends Time> {
  readonly rules: Pick<PoolRules, 'opponents' | 'teamLock'>
  readonly weekNumber: number
  readonly ineligible: readonly string[]
  /** Empty while they are not known. */
  readonly games: readonly Game<T>[]
  /** The teams that the entry cannot pick because of other weeks, with the number of the last week of use. */
  readonly used: ReadonlyMap<string, number>
  readonly picks: readonly OwnPick[]
}

/** One of the entry's picks of the week. */
export interface OwnPick {
  readonly slot: number
  /** Null while it is hidden from its owner. */
  readonly team: string | null
  /** Why it is a plan that cannot stand; null if it stands. */
  readonly voidBy: Obstacle | null
}

/** What decides the outlook of an entry in a week. */
export interface OutlookFacts<T extends Time> extends Pick<PickingFacts<T>, 'season' | 'record'> {
  readonly rules: Pick<PoolRules, 'autoPick' | 'buyback' | 'currency' | 'maxAutoPicks' | 'teamLock' | 'unpaidAfterWeek'>
  /** As in the season's results. */
  readonly weekId: WeekId
  readonly weekNumber: number
  readonly isLocked: boolean
  /** How many picks the week takes. */
  readonly slots: number
  readonly ineligible: readonly string[]
  /** Empty while they are not known. */
  readonly games: readonly Game<T>[]
  readonly picks: readonly OwnPick[]
  /** The teams that the entry cannot pick because of other weeks, with the number of the last week of use. */
  readonly used: ReadonlyMap<string, number>
  /** Those that nothing can free any more: their weeks have locked. */
  readonly usedForGood: ReadonlyMap<string, number>
  readonly isPaid: boolean
  /** Whether a lock without a pick can cost it something: it was in the week at all earlier locks (docs/rules.md §2.6). */
  readonly mayMiss: boolean
  /** How many automatic picks other weeks of the season gave it; null when unknown. */
  readonly autoPicks: number | null
  /** Its teams for automatic picks, best first; null while hidden from the reader. */
  readonly ranking: readonly string[] | null
  /** The open weeks of the season. */
  readonly openWeeks: readonly { readonly weekNumber: number; readonly lockTime: T }[]
  /** Null in a season that is not the current one. */
  readonly buyback: Omit<BuybackFacts, 'rules' | 'season' | 'record'> | null
}

/** What decides the whole situation of an entry in a week. */
export interface SituationFacts<T extends Time> extends PickingFacts<T>, OutlookFacts<T>, TeamFacts<T> {
  readonly rules: OutlookFacts<T>['rules'] & TeamFacts<T>['rules']
  /** The vote on sharing that is open in the week, if the entry has one. */
  readonly vote: { readonly choice: SplitChoice | null } | null
}
