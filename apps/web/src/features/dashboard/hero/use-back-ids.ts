import { useEffect, useState } from 'react'
import { getStored, setStored } from '../../../lib/local-storage.ts'
import { useUser } from '../../../session/session.ts'
import type { Board, BoardWeek } from '../board/board.ts'

interface Seen {
  readonly weekId: number
  /** The own entries that were out in the week while this device looked. */
  readonly ids: readonly number[]
}

/** Returns the own entries that were out of the week on this device and are in again. The device remembers them for one week. */
export function useBackIds(
  { entries }: Board,
  { id: weekId, week_number: number, is_locked: isLocked }: BoardWeek,
): ReadonlySet<number> {
  const key = `out-this-week-${useUser().id}`
  const [stored, setSeen] = useState((): Seen => read(key))
  const seen = stored.weekId === weekId ? stored : { weekId, ids: [] }
  const out = entries.filter(({ standing }) => standing?.status === 'out').map(({ id }) => id)
  const fallen = entries
    .filter(({ standing }) => isLocked && standing?.status === 'out' && standing.eliminatedWeek === number)
    .map(({ id }) => id)
  const added = fallen.filter((id) => !seen.ids.includes(id))
  if (added.length > 0) setSeen({ weekId, ids: [...seen.ids, ...added] })
  useEffect(() => {
    if (stored.ids.length > 0) setStored(key, `${stored.weekId}:${stored.ids.join(',')}`)
  }, [key, stored])
  return new Set(seen.ids.filter((id) => !out.includes(id)))
}

function read(key: string): Seen {
  const [weekId = '0', ids = ''] = (getStored(key) ?? '').split(':')
  return { weekId: Number(weekId), ids: ids === '' ? [] : ids.split(',').map(Number) }
}
