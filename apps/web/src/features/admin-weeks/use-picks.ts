import type { AdminPickRow, WeekPicks } from '@outlast/contract'
import type { AdminView, UserView, WeekView } from '@outlast/contract/live'
import { useEffect, useMemo, useState } from 'react'
import { api, errorMessage } from '../../api/client.ts'
import { coalesce } from '../../lib/coalesce.ts'
import { useTopicView } from '../../live/use-topic.ts'
import { useUser } from '../../session/session.ts'

/** A week's picks as an admin sees them. */
export interface Picks {
  /** Undefined until the first load; kept when a reload fails. */
  readonly rows: readonly AdminPickRow[] | undefined
  readonly error: string | null
  readonly reload: () => void
}

/**
 * Loads a week's picks. The server decides which teams an admin may see, so the list always comes from it. It is loaded again when
 * a live view shows that something in it changed.
 */
export function usePicks(weekId: number): Picks {
  const [state, setState] = useState<Omit<Picks, 'reload'>>({ rows: undefined, error: null })
  const reload = useMemo(
    () =>
      coalesce(async () => {
        try {
          const rows: readonly WeekPicks[number][] = await api.call('weekPicks', { params: { id: weekId } })
          setState({ rows: rows.filter(isAdminRow), error: null })
        } catch (error) {
          setState((before) => ({ ...before, error: errorMessage(error, 'Failed to load picks') }))
        }
      }),
    [weekId],
  )
  useReloadOnChange(weekId, reload)
  return { ...state, reload }
}

const isAdminRow = (row: WeekPicks[number]): row is AdminPickRow => 'user_id' in row

/** Calls `reload` once the live views are loaded, and whenever something that the table shows may have changed. */
function useReloadOnChange(weekId: number, reload: () => void): void {
  const week = useTopicView(`week:${weekId}`, weekFields)
  const admin = useTopicView('admin', ({ picked, users, entries }: AdminView) => ({ picked: picked[weekId], users, entries }))
  // An admin who plays sees their own hidden picks too.
  const own = useTopicView(`user:${useUser().id}`, ({ entries }: UserView) => ({ entries }))
  const isLoaded = week !== undefined && admin !== undefined
  const version = useVersion([
    week?.week,
    week?.entries,
    week?.pickCount,
    admin?.picked,
    admin?.users,
    admin?.entries,
    own?.entries,
  ])
  useEffect(() => {
    if (isLoaded) reload()
  }, [reload, isLoaded, version])
}

/** Returns a number that changes when one of the values does. Live views replace an object only when it changed. */
function useVersion(values: readonly unknown[]): number {
  const [last, setLast] = useState({ values, version: 0 })
  const isSame = values.every((value, index) => Object.is(value, last.values[index]))
  if (!isSame) setLast({ values, version: last.version + 1 })
  return isSame ? last.version : last.version + 1
}

const weekFields = ({ week, entries, pick_count }: WeekView) => ({ week, entries, pickCount: pick_count })
