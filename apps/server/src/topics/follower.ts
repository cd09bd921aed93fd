import type { PoolState, RecordedEvent } from '@outlast/domain'

/** What the live part needs of the log's follower (state/follower.ts). */
export interface LiveFollower {
  /** The pool as folded so far. Only to be read. */
  readonly pool: PoolState
  readonly position: number
  /** Told of every event in the order of the log, before it is folded. */
  onEvent(listener: (event: RecordedEvent, before: PoolState) => void): void
  /** Told after each batch of events was folded. */
  onAdvanced(listener: (position: number) => void): void
  /** Resolves once the event at a position is folded. */
  caughtUpTo(position: number): Promise<void>
}
