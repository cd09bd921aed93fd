import type { PoolRules } from '../pool-rules/index.ts'
import type { EntryId, Position, WeekId } from '../values/ids.ts'
import type { Instant } from '../values/instant.ts'
import type { SplitChoice } from '../values/split-vote.ts'

/** The vote that is open. There is one at a time. */
export interface SplitVote {
  readonly weekId: WeekId
  readonly seasonYear: number
  /** The entries that were alive when it began, in the order of their ids. */
  readonly entryIds: readonly EntryId[]
  /** The rules of the season when it began: what the entries vote on (docs/rules.md §18). */
  readonly rules: PoolRules
  /** The planned close when the vote opened. If the lock moves, the vote closes later or is cut short, and never closes earlier. */
  readonly announcedClose: Instant
  /** Whether its lock has moved so that it would close earlier than that, or at once. */
  readonly isCutShort: boolean
}

/** How an entry voted in the open vote. A secret of its owner. */
export interface SplitBallot {
  readonly choice: SplitChoice
  readonly version: Position
}

/** What a vote that closed came to. */
export interface SplitResult {
  readonly position: Position
  readonly entryIds: readonly EntryId[]
  readonly share: readonly EntryId[]
  readonly playOn: readonly EntryId[]
}

/** Returns whether all entries of a vote agreed. */
export function isAgreed({ entryIds, share }: Record<'entryIds' | 'share', readonly number[]>): boolean {
  return share.length === entryIds.length
}
