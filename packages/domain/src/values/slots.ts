import { comparedWithRule } from './week-number.ts'

/** The most picks that an entry can have in a week. */
export const MAX_PICKS_A_WEEK = 3

/** One of an entry's picks of a week, from 1. A week with one pick has slot 1. */
export type Slot = 1 | 2 | 3

export const SLOTS: readonly Slot[] = [1, 2, 3]

/** Returns a number as a slot; undefined if it is none. */
export function parseSlot(value: number): Slot | undefined {
  return SLOTS.find((slot) => slot === value)
}

/** How many picks a week takes by the rule about several picks (docs/rules.md §19). */
export function picksByRule(rule: { readonly picks: number; readonly fromWeek: number } | null, weekNumber: number): number {
  return rule === null || comparedWithRule(weekNumber, rule.fromWeek) === 'before' ? 1 : rule.picks
}
