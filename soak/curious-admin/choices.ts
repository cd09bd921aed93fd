import { entryId, pickIdOf, SLOTS, weekId } from '@outlast/domain'
import { integerBetween, type Random } from '@outlast/seasons/random'
import { ABBRS, FREE_TEAMS, GAMES_PER_WEEK } from './layout.ts'

// Random choices of which the steps consist.

export function one<T>(random: Random, items: readonly T[]): T {
  const item = items[integerBetween(random, 0, items.length - 1)]
  if (item === undefined) throw new RangeError('nothing to choose from')
  return item
}

export const chance = (random: Random, percent: number): boolean => random() * 100 < percent
export const anyWeek = (random: Random): number => integerBetween(random, 1, 7)
export const anyEntry = (random: Random): number => integerBetween(random, 1, 6)
export const anyGame = (random: Random): number => integerBetween(random, 1, 4 * GAMES_PER_WEEK)
export const anyUser = (random: Random): number => integerBetween(random, 1, 5)
/** A slot as a request names it: none mostly, which means the first. */
export const slotField = (random: Random): { readonly slot?: number } => (chance(random, 40) ? { slot: one(random, SLOTS) } : {})
export const anyPick = (random: Random): number =>
  pickIdOf(entryId(anyEntry(random)), weekId(anyWeek(random)), chance(random, 60) ? 1 : 2)
export const someTeam = (random: Random): string => (chance(random, 80) ? one(random, FREE_TEAMS) : one(random, ABBRS))

/** Ineligible teams: a few, or all but one, which tests who has used the one that is left. */
export function ineligibleTeams(random: Random): readonly string[] {
  const left = one(random, ABBRS)
  return chance(random, 40) ? ABBRS.filter((abbr) => abbr !== left) : [one(random, ABBRS), one(random, ABBRS)]
}

/** A time before the first open lock mostly, sometimes another one, which locks or reopens weeks. */
export function someTime(random: Random): string {
  return one(random, ['2030-09-10T00:00:00Z', '2030-09-12T00:00:00Z', '2030-09-14T00:00:00Z', '2030-09-01T00:00:00Z'])
}
