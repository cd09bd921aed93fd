import type { AdminPickRow, WeekPicks } from '@outlast/contract'
import type { AdminView, UserView, WeekView } from '@outlast/contract/live'
import { useEffect, useMemo, useState } from 'react'
import { api, errorMessage } from '../../api/client.ts'
import { useTopicView } from '../../live/use-topic.ts'
import { useUser } from '../../session/session.ts'
import { coalesced } from './coalesced.ts'

/** Source: pool.md §8. */
const FAILED = 'Failed to load picks'

/** A week's picks as an admin sees them. */
export interface Picks {
  /** Undefined until they were loaded once; kept when loading again fails. */
  readonly rows: readonly AdminPickRow[] | undefined
  readonly error: string | null
  readonly reload: () => void
}

/**
 * A week's picks table. What an admin may see is for the server to decide, so the list comes from it; it is fetched again when a
 * live topic says that something of it changed.
 */
export function usePicks(weekId: number): Picks {
  const [state, setState] = useState<Omit<Picks, 'reload'>>({ rows: undefined, error: null })
  const reload = useMemo(
    () =>
      coalesced(async () => {
        try {
          const rows: readonly WeekPicks[number][] = await api.call('weekPicks', { params: { id: weekId } })
          setState({ rows: rows.filter(isAdminRow), error: null })
        } catch (error) {
          setState((held) => ({ ...held, error: errorMessage(error, FAILED) }))
        }
      }),
    [weekId],
  )
  useChanges(weekId, reload)
  return { ...state, reload }
}

const isAdminRow = (row: WeekPicks[number]): row is AdminPickRow => 'user_id' in row

/** Calls `changed` at first, and whenever something that the table shows may have become different. */
function useChanges(weekId: number, changed: () => void): void {
  const week = useTopicView(`week:${weekId}`, weekParts)
  const admin = useTopicView('admin', ({ picked, users, entries }: AdminView) => ({ picked: picked[weekId], users, entries }))
  // Its own picks are shown to an admin who plays too, and whoever lifted the mask sees everybody's.
  const own = useTopicView(`user:${useUser().id}`, ({ entries }: UserView) => ({ entries }))
  const isKnown = week !== undefined && admin !== undefined
  const stamp = useStamp([week?.week, week?.entries, week?.pickCount, admin?.picked, admin?.users, admin?.entries, own?.entries])
  useEffect(() => {
    if (isKnown) changed()
  }, [changed, isKnown, stamp])
}

/** A number that becomes another one when one of the parts does: the views' own objects, so another one means that it changed. */
function useStamp(parts: readonly unknown[]): number {
  const [held, setHeld] = useState({ parts, stamp: 0 })
  const isSame = parts.every((part, index) => Object.is(part, held.parts[index]))
  if (!isSame) setHeld({ parts, stamp: held.stamp + 1 })
  return isSame ? held.stamp : held.stamp + 1
}

const weekParts = ({ week, entries, pick_count }: WeekView) => ({ week, entries, pickCount: pick_count })
