import { integerBetween, type Random } from './random.ts'

/** How many of 300 entries still play in the week of the demo, and in the week that decides the season. */
const ALIVE_IN_SEASON = 1 / 3
const ALIVE_AT_END = 8

interface FateOptions {
  /** The number of entries. */
  readonly entries: number
  /** The week in which the fates end. */
  readonly week: number
  /** Whether few entries are left. */
  readonly isFinal: boolean
  readonly random: Random
}

/**
 * Decides in which past week each entry loses; null: it is still in. The first two entries are in, and the third one is not. Early weeks
 * take most entries.
 */
export function decideFates({ entries, week, isFinal, random }: FateOptions): readonly (number | null)[] {
  const alive = isFinal ? ALIVE_AT_END : Math.round(entries * ALIVE_IN_SEASON)
  return Array.from({ length: entries }, (_, place) => {
    if (place < 2) return null
    if (place === 2) return Math.ceil(week / 2)
    const isAlive = isFinal ? place < alive + 1 : random() < (alive - 2) / Math.max(1, entries - 3)
    return isAlive ? null : Math.min(integerBetween(random, 1, week - 1), integerBetween(random, 1, week - 1))
  })
}
