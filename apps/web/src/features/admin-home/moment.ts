import type { GameInfo, SeasonView, WeekInfo, WeekView } from '@outlast/contract/live'
import { blockingGames, seasonOutcomeOf } from '@outlast/views'
import { troubleText } from '../../desk/games-by-hand/hand-text.ts'

/** From this long before the lock on, the list of missing picks is a call list. */
const LAST_HOURS_MS = 3 * 3_600_000

/** What the pool waits for from its commissioner. Each moment has one next step. */
export type Moment =
  /** The pool has no week. */
  | 'empty'
  | 'open'
  /** The lock is less than 3 hours away. */
  | 'last_hours'
  | 'playing'
  /** Every game that is not over needs a hand. */
  | 'blocked'
  | 'complete'
  | 'decided'

/** What a moment follows from. */
export interface MomentFacts {
  /** The current week; null without one. */
  readonly week:
    | (Pick<WeekView, 'games' | 'entries'> & { readonly week: Pick<WeekInfo, 'id' | 'is_locked' | 'lock_time'> })
    | null
  /** The season of the current week. */
  readonly season: SeasonView | null
  /** Site time, in milliseconds. */
  readonly now: number
}

/** Derives what the desk is about now. Nothing else decides it. */
export function momentOf({ week: view, season, now }: MomentFacts): Moment {
  if (view === null || season === null) return 'empty'
  if (seasonOutcomeOf(season).status === 'finished') return 'decided'
  const { week, games, entries } = view
  if (!week.is_locked) return Date.parse(week.lock_time) - now > LAST_HOURS_MS ? 'open' : 'last_hours'
  if (season.weeks.some(({ id, is_complete: isComplete }) => id === week.id && isComplete)) return 'complete'
  const waiting = blockingGames({ games, entries })
  return waiting.length > 0 && waiting.every(({ game }) => needsHand(game, now)) ? 'blocked' : 'playing'
}

const needsHand = (game: GameInfo, now: number): boolean => troubleText(game, now) !== undefined
