import type { PickRow } from './pick-rows.ts'

interface Candidate {
  readonly id: number
  readonly is_eliminated: boolean
}

/**
 * Entries that could be given a pick: alive (pool.md §9: eliminated ones are left out) and without one in the table.
 * @param isOut whether an entry is out in the season of the table's week
 */
export function eligibleEntries<E extends Candidate>(
  entries: readonly E[],
  rows: readonly PickRow[],
  isOut: (entry: E) => boolean,
): readonly E[] {
  const picked = new Set(rows.filter((row) => row.pickId !== null).map((row) => row.entryId))
  return entries.filter((entry) => !isOut(entry) && !picked.has(entry.id))
}

/** Those that are not in the table yet. */
export function missingEntries<E extends Candidate>(eligible: readonly E[], rows: readonly PickRow[]): readonly E[] {
  const known = new Set(rows.map((row) => row.entryId))
  return eligible.filter((entry) => !known.has(entry.id))
}

/** What loading them came to, in words (pool.md §8). */
export function loadedText(eligible: number, table: number, added: number): string {
  return added === 0
    ? `No eligible entries to add (eligible=${eligible}, table=${table})`
    : `Loaded ${added} eligible entries without picks`
}
