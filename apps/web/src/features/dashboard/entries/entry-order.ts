import { naturalOrder } from '../../../lib/natural-order.ts'
import type { BoardEntry, BoardWeek } from '../board/board.ts'
import { hasBuyback, needsPick } from '../board/places.ts'

/** From this number of entries on, they are rows that open, and not cards. */
export const COMPACT_FROM = 6

/** Sorts entries: those that need something, then the others that are alive, then the latest to go out; each by name as people count. */
export function orderEntries(entries: readonly BoardEntry[], needy: ReadonlySet<number>): readonly BoardEntry[] {
  const rank = ({ id, standing }: BoardEntry): number =>
    standing?.status === 'out' ? 1_000 - standing.eliminatedWeek : needy.has(id) ? 0 : 1
  return naturalOrder(entries, ({ name }) => name).toSorted((a, b) => rank(a) - rank(b))
}

/** Returns the ids of the entries that can pick this week and have no pick. */
export function idsWithoutPick(entries: readonly BoardEntry[]): readonly number[] {
  return entries.filter((entry) => entry.takesPart && needsPick(entry)).map(({ id }) => id)
}

/**
 * Returns whether an entry is one row that opens: in a long list, and wherever there is nothing to do. An entry that can be bought back has
 * its card.
 * @param count how many entries the list has
 */
export function isRow(entry: BoardEntry, week: Pick<BoardWeek, 'week_number'> | null, isClosed: boolean, count: number): boolean {
  if (count >= COMPACT_FROM) return true
  const { standing, takesPart, buyback } = entry
  if (week === null || !takesPart || hasBuyback(entry) || (buyback !== null && standing?.status === 'out')) return false
  return isClosed || (standing?.status === 'out' && standing.eliminatedWeek !== week.week_number)
}
