import type { WeekInfo } from '@outlast/contract/live'
import { useState } from 'react'

/** Whether the week on screen locked before the viewer's eyes. It stays so until another week is shown, or it opens again. */
export function useOpening(week: WeekInfo | undefined): boolean {
  const [seen, setSeen] = useState<Seen>()
  if (week !== undefined && (seen?.id !== week.id || seen.locked !== week.is_locked)) setSeen(nextSeen(seen, week))
  return week !== undefined && seen?.id === week.id && seen.opened
}

interface Seen {
  readonly id: number
  readonly locked: boolean
  readonly opened: boolean
}

function nextSeen(before: Seen | undefined, { id, is_locked: locked }: WeekInfo): Seen {
  return { id, locked, opened: locked && before?.id === id && !before.locked }
}
