import { type Instant, instantFromMs } from './instant.ts'

// Votes of the entries that are alive on sharing the pot (docs/rules.md §18).

export const SPLIT_CHOICES = ['share', 'play_on'] as const
export type SplitChoice = (typeof SPLIT_CHOICES)[number]

/**
 * Why a vote ended without a result: other entries are alive than when it began, its lock moved so that it would close earlier than it was
 * to when it began, or at once, another week is current, or the rules changed.
 */
export type SplitVoteEnd = 'standings' | 'lock_moved' | 'other_week' | 'rules'

const CLOSES_BEFORE_LOCK_MS = 24 * 3_600_000

/** Returns when a vote closes whose week locks at a time. */
export function splitVoteClose(lockTime: string): Instant {
  return instantFromMs(Date.parse(lockTime) - CLOSES_BEFORE_LOCK_MS)
}
