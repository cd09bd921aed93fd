import { naturalOrder } from '../../../lib/natural-order.ts'
import type { BoardEntry } from '../board/board.ts'
import { needsPick } from '../hero/hero-text.ts'

/** From this number of entries on, they are rows that open, and not cards. */
export const COMPACT_FROM = 6

const isOut = ({ standing }: BoardEntry): boolean => standing?.status === 'out'

/** Sorts entries: alive first, and by name in the order in which people count. */
export function orderEntries(entries: readonly BoardEntry[]): readonly BoardEntry[] {
  return naturalOrder(entries, ({ name }) => name).toSorted((a, b) => Number(isOut(a)) - Number(isOut(b)))
}

/** Returns the ids of the entries that can pick this week and have no pick. */
export function idsWithoutPick(entries: readonly BoardEntry[]): readonly number[] {
  return entries.filter((entry) => entry.takesPart && needsPick(entry)).map(({ id }) => id)
}
