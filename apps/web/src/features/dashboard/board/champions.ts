import type { SeasonView } from '@outlast/contract/live'
import { seasonOutcomeOf } from '@outlast/views'

/** The winners of a season. */
export interface Champions {
  /** Their names; empty until the season is decided. */
  readonly champions: readonly string[]
  /** The ids of their entries. */
  readonly championIds: readonly number[]
}

/** Whether an entry won the season alone, or shares the title with entries that fell in the same week. Null unless it is a champion. */
export type Title = 'alone' | 'shared' | null

/** Returns which title an entry has. */
export function titleOf(id: number, championIds: readonly number[]): Title {
  if (!championIds.includes(id)) return null
  return championIds.length > 1 ? 'shared' : 'alone'
}

/** Returns the winners of a season. */
export function championsOf(season: SeasonView | undefined): Champions {
  const outcome = season === undefined ? undefined : seasonOutcomeOf(season)
  if (season === undefined || outcome?.status !== 'finished') return { champions: [], championIds: [] }
  const ids = new Set(outcome.champions)
  const winners = season.entries.filter(({ id }) => ids.has(id))
  return {
    champions: winners.map(({ name, user_name }) => `${name} (${user_name})`),
    championIds: winners.map(({ id }) => id),
  }
}
