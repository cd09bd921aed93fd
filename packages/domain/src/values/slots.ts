/** The most picks that an entry can have in a week. */
export const MAX_PICKS_A_WEEK = 3

/** One of an entry's picks of a week, from 1. A week with one pick has slot 1. */
export type Slot = 1 | 2 | 3

export const SLOTS: readonly Slot[] = [1, 2, 3]

/** Returns a number as a slot; undefined if it is none. */
export function parseSlot(value: number): Slot | undefined {
  return SLOTS.find((slot) => slot === value)
}
