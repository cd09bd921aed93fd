import type { PickDraft } from '../../pick-drafts/pick-drafts.ts'

export interface DraftWeek {
  /** Null for all weeks that are over. */
  readonly weekId: number | null
  readonly drafts: readonly PickDraft[]
  /** The time until the lock in milliseconds; zero or less after it. */
  readonly left: number
}

/** Groups choices by week: first those that can no longer be submitted, then by lock. */
export function draftWeeks(drafts: readonly PickDraft[], now: number): readonly DraftWeek[] {
  const leftOf = ({ lockTime }: PickDraft): number => Date.parse(lockTime) - now
  const groups = Map.groupBy(drafts, (draft) => (leftOf(draft) <= 0 ? null : draft.weekId))
  return [...groups]
    .map(([weekId, own]) => ({ weekId, drafts: own, left: Math.min(...own.map(leftOf)) }))
    .sort((a, b) => a.left - b.left)
}
