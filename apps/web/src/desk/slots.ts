import type { Pick as EntryPick } from '@outlast/contract'
import type { WeekInfo } from '@outlast/contract/live'

type Slots = readonly (EntryPick | undefined)[]

/** Returns what an entry has in each slot of a week. */
export function slotsFrom(picks: readonly EntryPick[], { id, picks: count = 1 }: Pick<WeekInfo, 'id' | 'picks'>): Slots {
  return Array.from({ length: count }, (_, i) => picks.find(({ week_id, slot = 1 }) => week_id === id && slot === i + 1))
}

/** The first slot without a pick, or the first with one; 1 if there is none. */
export function initialSlot(slots: Slots, prefers: 'free' | 'held'): number {
  return slots.findIndex((pick) => (pick === undefined) === (prefers === 'free')) + 1 || 1
}

/** Names a slot with what it has: `Pick 1: KC`, `Pick 2: hidden`, `Pick 3: none yet`. */
export function slotLabel(pick: EntryPick | undefined, slot: number): string {
  return `Pick ${slot}: ${pick === undefined ? 'none yet' : (pick.team_abbr ?? 'hidden')}`
}

/** The slot as a request names it: nothing for the first. */
export const slotField = (slot: number): { readonly slot?: number } => (slot > 1 ? { slot } : {})

/** The known teams of the other slots, which the entry cannot have twice. */
export function teamsBeside(slots: Slots, slot: number): readonly string[] {
  return slots.flatMap((pick, i) => (i + 1 === slot ? [] : (pick?.team_abbr ?? [])))
}

/** Counts the picks of each entry in the list of an open week, which names an entry once for each of its picks. */
export function picksByEntry(picked: readonly number[] = []): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const id of picked) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}
