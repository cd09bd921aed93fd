import type { PickDraft } from '../../pick-drafts/pick-drafts.ts'

export interface DraftWeek {
  /** Null for all weeks that are over. */
  readonly weekId: number | null
  readonly drafts: readonly PickDraft[]
  /** The time until the lock in milliseconds; zero or less after it. */
  readonly left: number
  /** Present for those of entries for which the member no longer picks. */
  readonly isGone?: boolean
}

/**
 * Groups choices by week: first those that can no longer be submitted, then by lock.
 * @param locked the weeks that the pool has locked, whatever the device's clock says
 * @param now site time in milliseconds
 * @param isGone whether the member no longer picks for the entry
 */
export function draftWeeks(
  drafts: readonly PickDraft[],
  locked: readonly number[],
  now: number,
  isGone: (draft: PickDraft) => boolean = () => false,
): readonly DraftWeek[] {
  const leftOf = ({ weekId, lockTime }: PickDraft): number => {
    const left = Date.parse(lockTime) - now
    return locked.includes(weekId) ? Math.min(left, 0) : left
  }
  const groups = Map.groupBy(drafts, (draft) => (leftOf(draft) <= 0 ? null : isGone(draft) ? 'gone' : draft.weekId))
  return [...groups]
    .map(([key, own]) => ({
      weekId: key === 'gone' ? null : key,
      drafts: own,
      left: Math.min(...own.map(leftOf)),
      ...(key === 'gone' && { isGone: true }),
    }))
    .sort((a, b) => a.left - b.left)
}
