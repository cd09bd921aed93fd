import { integerBetween, type Random } from '@outlast/seasons/random'

/** The fraction of the entries that is alive in the week of the demo, and the number that is alive in the week that decides the season. */
const ALIVE_IN_SEASON = 1 / 3
const ALIVE_AT_END = 8

interface EliminationOptions {
  /** The number of entries. */
  readonly entries: number
  /** The first week in which nobody is eliminated yet. */
  readonly week: number
  /** Whether few entries are left. */
  readonly isFinal: boolean
  readonly random: Random
}

/**
 * Decides in which past week each entry is eliminated; null: it is still alive. The first two entries are alive, and the third one is
 * not. Most entries are eliminated in early weeks.
 */
export function planEliminations({ entries, week, isFinal, random }: EliminationOptions): readonly (number | null)[] {
  const alive = isFinal ? ALIVE_AT_END : Math.round(entries * ALIVE_IN_SEASON)
  return Array.from({ length: entries }, (_, place) => {
    if (place < 2) return null
    if (place === 2) return Math.ceil(week / 2)
    const isAlive = isFinal ? place < alive + 1 : random() < (alive - 2) / Math.max(1, entries - 3)
    return isAlive ? null : Math.min(integerBetween(random, 1, week - 1), integerBetween(random, 1, week - 1))
  })
}
