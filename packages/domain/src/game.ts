import type { GameId, WeekId } from './ids.ts'
import type { Instant } from './instant.ts'
import type { TeamAbbr } from './teams.ts'

/** decisions.md §Settled further, "Games". */
export const GAME_STATUSES = ['scheduled', 'in_progress', 'final', 'cancelled', 'postponed'] as const
export type GameStatus = (typeof GAME_STATUSES)[number]

/** A game as a feed tells it. Scores are null unless the game has started and the feed gave numbers. */
export interface FeedGame {
  /** The feed's own id of the game; the same game keeps it when it is moved. */
  readonly espnId: string
  readonly home: TeamAbbr
  readonly away: TeamAbbr
  readonly kickoff: Instant
  /** False for a placeholder kickoff (`timeValid: false`): nothing is ever locked from one. */
  readonly kickoffKnown: boolean
  readonly status: GameStatus
  readonly homeScore: number | null
  readonly awayScore: number | null
  /** The feed's short words for where the game stands, e.g. `1:01 - 4th`; null when it has none. */
  readonly detail: string | null
}

/** A game of a week as the pool knows it. */
export interface Game extends FeedGame {
  readonly id: GameId
  readonly weekId: WeekId
  /** Made final by the admin's *Set All to Final*: settles even before the lock (decisions.md §Rules 7). */
  readonly finalByAdmin: boolean
}
