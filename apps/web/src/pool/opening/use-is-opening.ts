import type { WeekInfo } from '@outlast/contract/live'
import { useState } from 'react'

/** Returns whether the week locked while it was on screen. Stays true until another week is shown or the week reopens. */
export function useIsOpening(week: WeekInfo | undefined): boolean {
  const [seen, setSeen] = useState<LastSeen>()
  if (week !== undefined && (seen?.id !== week.id || seen.isLocked !== week.is_locked)) setSeen(nextSeen(seen, week))
  return week !== undefined && seen?.id === week.id && seen.isOpening
}

interface LastSeen {
  readonly id: number
  readonly isLocked: boolean
  readonly isOpening: boolean
}

function nextSeen(before: LastSeen | undefined, { id, is_locked: isLocked }: WeekInfo): LastSeen {
  return { id, isLocked, isOpening: isLocked && before?.id === id && !before.isLocked }
}
