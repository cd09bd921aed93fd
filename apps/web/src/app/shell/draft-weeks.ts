import type { PickDraft } from '../../pick-drafts/pick-drafts.ts'

export interface DraftWeek {
  /** Null for all weeks that are over. */
  readonly weekId: number | null
  readonly drafts: readonly PickDraft[]
  /** The time until the lock in milliseconds; zero or less after it. */
  readonly left: number
}

/**
 * Groups choices by week: first those that can no longer be submitted, then by lock.
 * @param locked the weeks that the pool has locked, whatever the device's clock says
 * @param now site time in milliseconds
 */
export function draftWeeks(drafts: readonly PickDraft[], locked: readonly number[], now: number): readonly DraftWeek[] {
  const leftOf = ({ weekId, lockTime }: PickDraft): number => {
    const left = Date.parse(lockTime) - now
    return locked.includes(weekId) ? Math.min(left, 0) : left
  }
  const groups = Map.groupBy(drafts, (draft) => (leftOf(draft) <= 0 ? null : draft.weekId))
  return [...groups]
    .map(([weekId, own]) => ({ weekId, drafts: own, left: Math.min(...own.map(leftOf)) }))
    .sort((a, b) => a.left - b.left)
}
