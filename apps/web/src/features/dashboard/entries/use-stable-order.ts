import { useState } from 'react'
import type { BoardEntry } from '../board/board.ts'
import { idsWithoutPick, orderEntries } from './entry-order.ts'

/**
 * Sorts entries as they are at the beginning of a moment, and keeps that order until the next one, so that nothing moves under the
 * member's thumb when an entry gets a pick or goes out. New entries come last. While a standing is loading, the order is not kept.
 * @param moment what the order is kept for, such as an open week
 */
export function useStableOrder(entries: readonly BoardEntry[], moment: string): readonly BoardEntry[] {
  const [kept, setKept] = useState({ moment, ids: [] as readonly number[] })
  const sorted = orderEntries(entries, new Set(idsWithoutPick(entries)))
  const isLoading = entries.some(({ standing }) => standing === null)
  const before = kept.moment === moment ? kept.ids : []
  const added = isLoading ? [] : sorted.filter(({ id }) => !before.includes(id)).map(({ id }) => id)
  if (added.length > 0) setKept({ moment, ids: [...before, ...added] })
  const place = new Map([...before, ...added].map((id, index) => [id, index]))
  return sorted.toSorted((a, b) => (place.get(a.id) ?? entries.length) - (place.get(b.id) ?? entries.length))
}
