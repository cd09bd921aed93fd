import type { PoolRules } from '@outlast/domain/pool-rules'
import type { ClubSeason } from '@outlast/seasons/lab/club-season'
import type { Replayed } from '@outlast/seasons/lab/replay'
import type { RealSeasonYear } from '@outlast/seasons/real/years'

/** A season that is over: a real one, which simulated members play, or one of the club with its own picks. */
export type LabSeason = RealSeasonYear | ClubSeason

/** What the worker replays. */
export interface LabTask {
  /** Comes back with the result. */
  readonly key: string
  readonly season: LabSeason
  readonly rules: PoolRules
  /** The share of the members that pays. */
  readonly paying: number
}

export interface LabResult {
  readonly key: string
  /** Null for rules with which no season can be played. */
  readonly replayed: Replayed | null
}
